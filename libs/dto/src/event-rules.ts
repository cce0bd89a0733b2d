import { isEventType, LIMITS, ORDER_ASPECTS } from '#libs/core';
import { ValidateBy, type ValidationArguments } from 'class-validator';

// These rules are written for clarity, not speed. They share no code with libs/ingestion on purpose: the differential test
// compares the two and finds a mistake in either.

const CONTROL_CHARACTER = /\p{Cc}/u;

const rule = (name: string, allowed: string, validate: (value: unknown, args?: ValidationArguments) => boolean): PropertyDecorator =>
  ValidateBy({ name, validator: { validate, defaultMessage: (args) => `${args?.property ?? 'the value'} must be ${allowed}` } });

/** 1 to 255 characters without control characters, valid Unicode. */
export const IsIdentifier = (): PropertyDecorator => rule('isIdentifier', `a text of 1 to ${LIMITS.idLength} characters`, isIdentifier);

const PARTS = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(Z|([+-]\d\d):?(\d\d))$/;

/** @returns epoch milliseconds, or NaN when the text is not an instant with a zone. */
function instantOf(value: unknown): number {
  const parts = typeof value === 'string' ? PARTS.exec(value) : null;
  if (parts === null) return Number.NaN;
  const [, date, time, seconds = ':00', fraction = '', , zoneHours = '+00', zoneMinutes = '00'] = parts;
  if (fraction !== '' && parts[3] === undefined) return Number.NaN;
  // Date turns a day or time that does not exist into another one, or into an invalid date.
  const local = new Date(`${date}T${time}${seconds}Z`);
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 19) !== `${date}T${time}${seconds}`) return Number.NaN;
  if (Math.abs(Number(zoneHours)) > 15 || Number(zoneMinutes) > 59) return Number.NaN;
  return Date.parse(`${date}T${time}${seconds}${fraction}${zoneHours}:${zoneMinutes}`);
}

/** An ISO 8601 instant with a zone, from 2000-01-01 to a few minutes from now. */
export const IsPastInstant = (): PropertyDecorator =>
  rule(
    'isPastInstant',
    'an ISO 8601 date and time with Z or an offset of less than 16 hours, from 2000-01-01 to 5 minutes from now',
    isPast,
  );

const FIRST_INSTANT = Date.UTC(2000, 0);
const LAST_INSTANT = Date.UTC(2200, 0);

/** An ISO 8601 instant with a zone, past or future, within the years that our records can have. */
export const IsInstant = (): PropertyDecorator =>
  rule('isInstant', 'an ISO 8601 date and time with Z or an offset of less than 16 hours, from the years 2000 to 2199', (value) => {
    const at = instantOf(value);
    return at >= FIRST_INSTANT && at < LAST_INSTANT;
  });

const isAboutAnOrder = (type: unknown): boolean => typeof type === 'string' && isEventType(type) && ORDER_ASPECTS[type] !== null;

/** A JSON object of at most 64 KB and 20 levels that Postgres can store. For an order event its order fields must be usable. */
export const IsEventData = (): PropertyDecorator =>
  rule(
    'isEventData',
    `an object of at most ${LIMITS.dataBytes} bytes as JSON and ${LIMITS.dataDepth} levels, without NUL characters`,
    (value, args) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value) || levelsOf(value) > LIMITS.dataDepth) return false;
      if (textsOf(value).some((text) => text.includes('\0') || !text.isWellFormed())) return false;
      if (Buffer.byteLength(JSON.stringify(value), 'utf8') > LIMITS.dataBytes) return false;
      const type: unknown = args && Reflect.get(args.object, 'event_type');
      return (
        hasUsableConsent(value) &&
        (!isAboutAnOrder(type) || hasUsableOrderFields(value)) &&
        (type !== 'customer_history' || isUsableHistory(value))
      );
    },
  );

const isNumber = (value: unknown, least: number, most: number): boolean => typeof value === 'number' && value >= least && value <= most;

function isUsableHistory(data: object): boolean {
  const {
    orders,
    spent,
    currency,
    first_order_at: first,
    last_order_at: last,
    until,
    orders_since: since,
  } = data as Record<string, unknown>;
  const { min, max } = LIMITS.history.orders;
  const end = instantOf(until);
  const isBefore = (value: unknown, limit: number): boolean => value == null || (isPast(value) && instantOf(value) <= limit);
  return (
    Number.isInteger(orders) &&
    isNumber(orders, min, max) &&
    (spent == null || isNumber(spent, LIMITS.value.min, LIMITS.value.max)) &&
    (currency == null || (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))) &&
    isPast(until) &&
    isBefore(last, end) &&
    isBefore(since, end) &&
    isBefore(first, last == null ? end : Math.min(end, instantOf(last)))
  );
}

function isPast(value: unknown): boolean {
  const at = instantOf(value);
  return at >= LIMITS.occurredAtEarliest.getTime() && at <= Date.now() + LIMITS.occurredAtAheadMs;
}

function hasUsableConsent(data: object): boolean {
  const { accepts_marketing: accepts, accepts_marketing_updated_at: updatedAt } = data as Record<string, unknown>;
  return (accepts == null || typeof accepts === 'boolean') && (updatedAt == null || isPast(updatedAt));
}

function hasUsableOrderFields(data: object): boolean {
  const { order_id: orderId, currency, updated_at: updatedAt } = data as Record<string, unknown>;
  const idIsUsable = orderId == null || Number.isSafeInteger(orderId) || isIdentifier(orderId);
  return (
    idIsUsable &&
    (updatedAt == null || isPast(updatedAt)) &&
    (currency == null || (typeof currency === 'string' && /^[a-z]{3}$/i.test(currency)))
  );
}

export function isIdentifier(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return Array.from(value).length <= LIMITS.idLength && value.isWellFormed() && !CONTROL_CHARACTER.test(value);
}

const partsOf = (value: unknown): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : []);

/** Levels of nesting, counted one level at a time so that no depth overflows the stack; stops above the limit. */
function levelsOf(value: object): number {
  let level: unknown[] = [value];
  let levels = 0;
  while (level.some((part) => typeof part === 'object' && part !== null) && levels <= LIMITS.dataDepth) {
    levels += 1;
    level = level.flatMap(partsOf);
  }
  return levels;
}

/** Every text in the value, keys included. A number beyond a double becomes a text that the rules refuse. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' && !Number.isFinite(value)) return ['\0'];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsOf)];
}
