import { createHash } from 'node:crypto';
import { DATA_FIELDS, DAY_MS, type EventType, LIMITS, MINUTE_MS } from '#libs/core';
import { validateEvent } from '#libs/ingestion';
import { type Fields, isObject, listIn, objectIn } from '#libs/storefront';
import { EVENT_NAMES, unusedName } from './event-names.js';

/** The code of calls that the service has no use for. */
export const UNUSED_EVENT = 'unused_event';

/** The code of properties that an event is stored without. */
export const UNUSED_PROPERTY = 'unused_property';

/** A call, or a property of it, that is not used. It appears in the log of events. */
export interface UnusedCall {
  readonly input: unknown;
  readonly code: string;
  /** Holds no value of the call except a name of Segment's specification. */
  readonly reason: string;
}

/** The parts of a call: an event as `POST /events` takes it, numbers of the customer, an alias, or nothing of use. */
export interface MappedCall {
  readonly event?: Fields;
  readonly traits?: { readonly customer: unknown; readonly values: ReadonlyMap<string, number> };
  readonly alias?: { readonly customer: unknown; readonly alias: unknown; readonly input: Fields };
  readonly unused?: readonly UnusedCall[];
}

export interface CallContext {
  /** The time at which the client sent the request, by its own clock. */
  readonly sentAt: unknown;
  readonly now: Date;
  /** Fields of `data` that the tenant allows in addition to those that are always stored. */
  readonly allowedFields: ReadonlySet<string>;
  /** Returns the identifier of a customer without personal data. */
  readonly pseudonymize: (id: unknown) => unknown;
}

/** Maps one call of Segment's protocol. Validates nothing: ingestion does that, and keeps what it refuses. */
export function mapCall(call: unknown, context: CallContext): MappedCall {
  if (!isObject(call)) return unused(call, 'invalid_type', 'the call: it must be an object');
  const customer = context.pseudonymize(idOf(call['userId']) ?? idOf(call['anonymousId']));
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
      return { alias: { customer, alias: context.pseudonymize(idOf(call['previousId'])), input: base } };
    case 'group':
      return unused(base, UNUSED_EVENT, 'type: a call of the type group is not used');
    default:
      return unused(base, 'invalid_type', 'type: it must be track, identify, page, screen, group or alias');
  }
}

/** Lists the identifiers of a call, which may be e-mail addresses. */
export const idsOf = (call: unknown): unknown[] =>
  isObject(call) ? [call['userId'], call['anonymousId'], call['previousId']].filter((id) => id != null) : [];

const unused = (input: unknown, code: string, reason: string): MappedCall => ({ unused: [{ input, code, reason }] });

function mapTrack(call: Fields, base: Fields, context: CallContext): MappedCall {
  const { event: name } = call;
  if (typeof name !== 'string') return unused(base, 'required', 'event: it must be the name of the event');
  const type = EVENT_NAMES.get(name.trim().toLowerCase());
  if (type === undefined) {
    const shown = unusedName(name);
    return unused(base, UNUSED_EVENT, `event: ${shown === null ? 'an event of this name' : JSON.stringify(shown)} is not used`);
  }
  const properties = objectIn(call['properties']);
  const items = itemsOf(properties['products']);
  const value = valueOf(type, properties);
  const { data, leftOut } = dataOf(type, properties, context);
  return {
    event: {
      ...base,
      event_type: type,
      ...(value !== undefined && { value }),
      data: { ...data, ...(items !== null && { items }) },
    },
    ...(leftOut.length > 0 && { unused: leftOut.map((field) => unusedProperty(base, field)) }),
  };
}

function mapIdentify(traits: Fields, base: Fields, context: CallContext): MappedCall {
  const consent = traits['accepts_marketing'] ?? traits['acceptsMarketing'];
  const { data: others, leftOut } = dataOf('customer_updated', { ...traits, accepts_marketing: undefined }, context);
  // Ingestion refuses an event whose consent it cannot read, so that the shop sees it in the log of events.
  const data = { ...others, ...(consent != null && { accepts_marketing: consent }) };
  const numbers = Object.entries(traits).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return {
    event: { ...base, event_type: 'customer_updated', data },
    ...(numbers.length > 0 && { traits: { customer: base['customer_id'], values: new Map(numbers) } }),
    ...(leftOut.length > 0 && { unused: leftOut.map((field) => unusedProperty(base, field)) }),
  };
}

const unusedProperty = (input: Fields, field: string): UnusedCall => ({
  input,
  code: UNUSED_PROPERTY,
  reason: `${field}: the value cannot be read, so the event is stored without it`,
});

/** `products` become the items. */
const NOT_HANDED_ON: ReadonlySet<string> = new Set(['items', 'line_items']);

/** Returns the properties that ingestion stores, and the names of those for which it would refuse the whole event. */
function dataOf(type: EventType, properties: Fields, { allowedFields, now }: CallContext): { data: Fields; leftOut: string[] } {
  const entries = Object.entries(properties).filter(
    ([name, value]) => value !== undefined && !NOT_HANDED_ON.has(name) && (DATA_FIELDS.has(name) || allowedFields.has(name)),
  );
  const sample = { event_id: 'e', customer_id: 'c', event_type: type, occurred_at: now.toISOString() };
  const isStored = (data: Fields): boolean => validateEvent({ ...sample, data }, now, allowedFields).kind === 'valid';
  const all = Object.fromEntries(entries);
  if (isStored(all)) return { data: all, leftOut: [] };
  // Without its `order_id`, an event would be about another order.
  const kept = entries.filter(([name, value]) => name === 'order_id' || isStored({ [name]: value }));
  const data = Object.fromEntries(kept);
  return { data, leftOut: Object.keys(all).filter((name) => !Object.hasOwn(data, name)) };
}

/** The amount is the total with shipping and taxes, as shops report it. Clients also send amounts as text. */
function valueOf(type: EventType, properties: Fields): unknown {
  if (type === 'order_cancelled' || !type.startsWith('order_')) return undefined;
  const amount = asNumber(properties['total'] ?? properties['revenue'] ?? properties['value'] ?? undefined);
  return amount === undefined && type === 'order_refunded' ? sumOf(properties['products']) : amount;
}

/** A refund that states no amount is that of its products; without their prices it is that of the whole order. */
function sumOf(products: unknown): number | undefined {
  if (!Array.isArray(products) || products.length === 0) return undefined;
  const amounts = products.map((product) => {
    const { price, quantity } = objectIn(product);
    const [each, count] = [asNumber(price), asNumber(quantity ?? 1)];
    return typeof each === 'number' && typeof count === 'number' ? each * count : Number.NaN;
  });
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  return Number.isFinite(sum) ? sum : undefined;
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
  const day = call['timestamp'] == null && call['originalTimestamp'] == null ? now.toISOString().slice(0, 10) : null;
  const properties = objectIn(call['properties']);
  const parts = [properties, objectIn(call['traits']), ...(listIn(properties['products']) ?? [])].map(plainIn);
  const content = [plainIn({ ...call, sentAt: undefined }), day, parts];
  return `segment-${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}

/** Nested values may still be too deep for JSON.stringify. */
const plainIn = (fields: Fields): unknown => Object.entries(fields).filter(([, value]) => typeof value !== 'object');

/** A smaller difference comes from the network, so the time is not corrected. */
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
