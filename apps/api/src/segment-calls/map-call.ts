import { createHash } from 'node:crypto';
import { DATA_FIELDS, DAY_MS, type EventType, LIMITS, MINUTE_MS } from '#libs/core';
import { type Fields, isObject, listIn, objectIn } from '#libs/storefront';
import { EVENT_NAMES, shownName } from './event-names.js';

/** The code of calls that the service has no use for. */
export const UNUSED_EVENT = 'unused_event';

/** A call that counts for nothing, for the log of events. */
export interface UnusedCall {
  readonly input: unknown;
  readonly code: string;
  /** Holds no value of the call except the plain name of an event. */
  readonly reason: string;
}

/** The parts of a call: an event as `POST /events` takes it, numbers of the customer, an alias, or nothing of use. */
export interface MappedCall {
  readonly event?: Fields;
  readonly traits?: { readonly customer: unknown; readonly values: ReadonlyMap<string, number> };
  readonly alias?: { readonly customer: unknown; readonly alias: unknown; readonly input: Fields };
  readonly unused?: UnusedCall;
}

export interface CallContext {
  /** The time at which the client sent the request, by its own clock. */
  readonly sentAt: unknown;
  readonly now: Date;
  /** Fields of `data` that the tenant allows in addition to those that are always stored. */
  readonly allowedFields: ReadonlySet<string>;
  /** Returns the identifier of a customer without personal data. */
  readonly nameless: (id: unknown) => unknown;
}

/** Maps one call of Segment's protocol. Validates nothing: ingestion does that, and keeps what it refuses. */
export function mapCall(call: unknown, context: CallContext): MappedCall {
  if (!isObject(call)) return unused(call, 'invalid_type', 'the call: it must be an object');
  const customer = context.nameless(idOf(call['userId']) ?? idOf(call['anonymousId']));
  const base = { event_id: messageIdOf(call, context.now), customer_id: customer, occurred_at: occurredAt(call, context) };
  switch (call['type']) {
    case 'track':
      return mapTrack(call, base, context);
    case 'page':
    case 'screen':
      return { event: { ...base, event_type: 'page_viewed' } };
    case 'identify':
      return mapIdentify(objectIn(call['traits']), base, context);
    case 'alias':
      return { alias: { customer, alias: context.nameless(idOf(call['previousId'])), input: base } };
    case 'group':
      return unused(base, UNUSED_EVENT, 'type: calls of the type group count for nothing');
    default:
      return unused(base, 'invalid_type', 'type: it must be track, identify, page, screen, group or alias');
  }
}

/** Lists the identifiers of a call, which may be e-mail addresses. */
export const idsOf = (call: unknown): unknown[] =>
  isObject(call) ? [call['userId'], call['anonymousId'], call['previousId']].filter((id) => id != null) : [];

const unused = (input: unknown, code: string, reason: string): MappedCall => ({ unused: { input, code, reason } });

function mapTrack(call: Fields, base: Fields, { allowedFields }: CallContext): MappedCall {
  const { event: name } = call;
  if (typeof name !== 'string') return unused(base, 'required', 'event: it must be the name of the event');
  const type = EVENT_NAMES.get(name.trim().toLowerCase());
  if (type === undefined) {
    const shown = shownName(name.trim());
    return unused(base, UNUSED_EVENT, `event: ${shown ?? 'one of this name'} counts for nothing`);
  }
  const properties = objectIn(call['properties']);
  const items = itemsOf(properties['products']);
  const value = valueOf(type, properties);
  return {
    event: {
      ...base,
      event_type: type,
      ...(value !== undefined && { value }),
      data: { ...dataOf(properties, allowedFields), ...(items !== null && { items }) },
    },
  };
}

function mapIdentify(traits: Fields, base: Fields, { allowedFields }: CallContext): MappedCall {
  const consent = traits['accepts_marketing'] ?? traits['acceptsMarketing'];
  const data = { ...dataOf(traits, allowedFields), ...(consent != null && { accepts_marketing: consent }) };
  const numbers = Object.entries(traits).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && !DATA_FIELDS.has(entry[0]),
  );
  return {
    event: { ...base, event_type: 'customer_updated', data },
    ...(numbers.length > 0 && { traits: { customer: base['customer_id'], values: new Map(numbers) } }),
  };
}

/** A property that is not stored must not get the event refused, so only the others are handed on. */
const dataOf = (properties: Fields, allowed: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => DATA_FIELDS.has(name) || allowed.has(name)));

/** The amount is the total with shipping and taxes, as shops report it. Clients also send amounts as text. */
function valueOf(type: EventType, properties: Fields): unknown {
  if (type === 'order_cancelled' || !type.startsWith('order_')) return undefined;
  const amount = asNumber(properties['total'] ?? properties['revenue'] ?? properties['value'] ?? undefined);
  return amount === undefined && type === 'order_refunded' ? sumOf(properties['products']) : amount;
}

/** A refund that states no amount is that of its products; without their prices it is that of the whole order. */
function sumOf(products: unknown): number | undefined {
  const amounts = (listIn(products) ?? []).map(
    (product) => Number(asNumber(product['price'])) * Number(asNumber(product['quantity'] ?? 1)),
  );
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  return amounts.length > 0 && Number.isFinite(sum) ? sum : undefined;
}

const asNumber = (value: unknown): unknown => (typeof value === 'string' && /^\d{1,12}(?:\.\d{1,6})?$/.test(value) ? Number(value) : value);

const ITEM_FIELDS = ['product_id', 'variant_id', 'sku', 'quantity', 'price'];

/** One product that cannot be read must not cost the others, so each keeps only what an item can have. */
function itemsOf(products: unknown): Fields[] | null {
  const { count, categoryLength } = LIMITS.items;
  const found = listIn(products)
    ?.slice(0, count)
    .map((product) => {
      const fields = ITEM_FIELDS.filter((name) => isShort(product[name])).map((name) => [name, product[name]]);
      const category = typeof product['category'] === 'string' ? product['category'].trim() : '';
      const isUsable = category !== '' && category.length <= categoryLength;
      return { ...Object.fromEntries(fields), ...(isUsable && { category }) };
    });
  return found ?? null;
}

const isShort = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && value.length <= LIMITS.idLength);

/** Clients that count their customers send numbers. */
function idOf(id: unknown): unknown {
  if (Number.isSafeInteger(id)) return String(id);
  return id === '' ? undefined : (id ?? undefined);
}

/** A client without message ids may repeat a call: then its plain values say that it is the same. Without a time, they do so for a day. */
function messageIdOf(call: Fields, now: Date): unknown {
  if (call['messageId'] != null) return call['messageId'];
  const content = { ...call, sentAt: undefined };
  const day = call['timestamp'] == null && call['originalTimestamp'] == null ? now.toISOString().slice(0, 10) : null;
  const plain = [...Object.entries(content), day, ...Object.entries(objectIn(call['properties']))].filter(isPlain);
  return `segment-${createHash('sha256').update(JSON.stringify(plain)).digest('hex')}`;
}

/** Nested values have no bound of depth yet. */
const isPlain = (entry: unknown): boolean => !Array.isArray(entry) || typeof entry[1] !== 'object';

/** Delays of the network are no wrong clock. */
const LEAST_WRONG_MS = MINUTE_MS;

/**
 * Returns the time of a call, corrected as Segment does when the clock of the client is wrong: by the time that its clock shows when it sends.
 * A clock that seems to be more than a day behind is a request that was kept and sent again.
 */
function occurredAt(call: Fields, { sentAt, now }: CallContext): unknown {
  const stated = call['timestamp'] ?? call['originalTimestamp'] ?? null;
  if (stated === null) return now.toISOString();
  const behind = now.getTime() - timeOf(call['sentAt'] ?? sentAt);
  const corrected = new Date(timeOf(stated) + behind);
  const isWrong = Math.abs(behind) >= LEAST_WRONG_MS && behind <= DAY_MS;
  return isWrong && !Number.isNaN(corrected.getTime()) ? corrected.toISOString() : stated;
}

const timeOf = (text: unknown): number => (typeof text === 'string' ? Date.parse(text) : Number.NaN);
