import { EVENT_TYPES, type EventType, isEventType, LIMITS } from '#libs/core';
import { isPlaceholderCustomer } from '#libs/order-import';
import type { OrderEvent, OrderStatement } from '#libs/orders';
import { instantProblem, parseInstant } from './instant.js';
import { type ConsentStatement, validateConsent } from './validate-consent.js';
import { currencyOfHistory, historyProblem } from './validate-history.js';
import { isPersonalValue } from './personal-text.js';
import { NAMES_NOTED, NOTED_CHARACTERS, validateData } from './validate-data.js';
import { type MissingField, missingIn, unreadIn, validateOrderData } from './validate-order-data.js';
import { rejected, type Rejection, shownJson, startOf, textProblem } from './rejection.js';

/** An event that the database cannot refuse. */
export interface ValidEvent extends OrderEvent {
  /** The tenant's own identifier of the customer. */
  readonly externalId: string;
  readonly type: EventType;
  /** Compact JSON text of `data`, without the fields that are not stored. */
  readonly dataJson: string | null;
  /** The customer's consent to marketing; null: the event does not say. */
  readonly consent: ConsentStatement | null;
}

/** An event and the internal id of its customer. */
export interface EventRow extends OrderStatement {
  readonly event: ValidEvent;
}

/**
 * `leftOut` lists fields of `data` that are not stored, `unread` lists fields with values that cannot be read, and `unknown` lists fields of the
 * event itself that have no meaning. `placeholder` is a customer id that many people may share. `isMail` says that the customer id is an
 * e-mail address. `foreign`: the amount is in another currency than the shop's, so sums leave it out.
 * `missing`: what the event does not say about its order.
 */
export interface FieldNotes {
  readonly leftOut: readonly string[];
  readonly unread?: readonly string[];
  readonly unknown?: readonly string[];
  readonly placeholder?: string;
  readonly isMail?: boolean;
  readonly missing?: MissingField;
  readonly foreign?: { readonly currency: string; readonly shopCurrency: string };
}

/** `currency` is the one that the event states for its amount, ISO 4217. */
export type Validated = ({ readonly kind: 'valid'; readonly event: ValidEvent; readonly currency?: string } & FieldNotes) | Rejection;

const NONE: ReadonlySet<string> = new Set();
const NO_DATA = { json: null, leftOut: [] } as const;

const ALLOWED_TYPES = EVENT_TYPES.join(', ');

/**
 * Validates one event of a batch completely, so that nothing is left for the database to refuse. The documented shape is `EventDto`; a test
 * holds the two together. Null in an optional field means the same as its absence.
 *
 * @param input anything that JSON can carry
 * @param allowed fields of `data` that the tenant allows us to store in addition to `DATA_FIELDS`
 */
export function validateEvent(input: unknown, now: Date, allowed: ReadonlySet<string> = NONE): Validated {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return rejected('invalid_type', 'the event', `is ${shownJson(input)}`, 'it must be an object');
  }
  const fields = input as Record<string, unknown>;
  const { event_id: eventId, customer_id: externalId, event_type: type, value } = fields;
  const problem = textProblem('event_id', eventId) ?? textProblem('customer_id', externalId) ?? typeProblem(type) ?? valueProblem(value);
  const unknown = unknownIn(fields);
  const refused = (rejection: Rejection): Rejection => (unknown.length > 0 ? { ...rejection, unknown } : rejection);
  if (problem !== null) return refused(problem);
  const occurredAt = parseInstant(fields['occurred_at']);
  const timeProblem = instantProblem('occurred_at', fields['occurred_at'], occurredAt, now);
  if (timeProblem !== null) return refused(timeProblem);
  const data = fields['data'] ?? null;
  const stored = data === null ? NO_DATA : validateData(data, allowed);
  if ('kind' in stored) return stored;
  const consent = data === null ? null : validateConsent(data, occurredAt as Date, now);
  if (consent !== null && 'kind' in consent) return consent;
  const order = validateOrderData(type as EventType, data, now);
  if (order !== null && 'kind' in order) return order;
  const wrongHistory = type === 'customer_history' && data !== null ? historyProblem(data, now) : null;
  if (wrongHistory !== null) return wrongHistory;
  const event = {
    eventId,
    externalId,
    type,
    occurredAt,
    value: toStored((value ?? null) as number | null),
    dataJson: stored.json,
    consent,
    order,
  } as ValidEvent;
  const misread = unreadIn(type as EventType, data, now);
  const unread = hasValueForSpent(type as EventType, value, data) ? [...misread, 'spent'] : misread;
  const currency = order === null ? (type === 'customer_history' ? currencyOfHistory(data) : null) : order.currency;
  const missing = missingIn(type as EventType, value, order);
  return {
    kind: 'valid',
    event,
    leftOut: stored.leftOut,
    ...(unread.length > 0 && { unread }),
    ...(unknown.length > 0 && { unknown }),
    ...(currency !== null && { currency }),
    ...(missing !== null && { missing }),
    ...customerNotes(event.externalId),
  };
}

/** Returns whether a summary states its sum as the value of the event, where nothing reads it. */
const hasValueForSpent = (type: EventType, value: unknown, data: unknown): boolean =>
  type === 'customer_history' && (value ?? null) !== null && ((data ?? {}) as { readonly spent?: unknown }).spent == null;

function customerNotes(id: string): Pick<FieldNotes, 'placeholder' | 'isMail'> {
  if (isPlaceholderCustomer(id)) return { placeholder: id };
  return id.includes('@') && isPersonalValue(id) ? { isMail: true } : {};
}

/** The fields of an event. */
export const EVENT_FIELDS: readonly string[] = ['event_id', 'customer_id', 'event_type', 'occurred_at', 'value', 'data'];
const KNOWN: ReadonlySet<string> = new Set(EVENT_FIELDS);
const NO_NAMES: readonly string[] = [];

/** Returns the names that an event must not have, cut and not too many: the sender chooses them. */
function unknownIn(fields: Record<string, unknown>): readonly string[] {
  let names = NO_NAMES;
  for (const name in fields) {
    if (KNOWN.has(name)) continue;
    names = [...names, startOf(name, NOTED_CHARACTERS)];
    if (names.length === NAMES_NOTED) break;
  }
  return names;
}

function typeProblem(type: unknown): Rejection | null {
  if (type === undefined || type === null) return rejected('required', 'event_type', 'is missing', `it must be one of ${ALLOWED_TYPES}`);
  if (typeof type === 'string' && isEventType(type)) return null;
  return rejected(
    'invalid_event_type',
    'event_type',
    `is ${shownJson(type)}, which is not a valid event type`,
    `it must be one of ${ALLOWED_TYPES}`,
  );
}

function valueProblem(value: unknown): Rejection | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && value >= LIMITS.value.min && value <= LIMITS.value.max) return null;
  return rejected(
    typeof value === 'number' ? 'out_of_range' : 'invalid_type',
    'value',
    `is ${shownJson(value)}`,
    `it must be a number from ${LIMITS.value.min} to ${LIMITS.value.max}, or absent`,
  );
}

/** Below it doubles lie closer together than half of a ten-thousandth. */
const FINE = 2 ** 38;

/** Rounded here as the column would, so that folding in memory and in the database sees the same amount. */
function toStored(value: number | null): number | null {
  if (value === null) return null;
  // The nearest double to a number of ten-thousandths is what its text would be read as: nearly all amounts, at a tenth of the price.
  const nearest = Math.round(value * 1e4) / 1e4;
  return nearest === value && value < FINE ? value : Number(value.toFixed(4));
}
