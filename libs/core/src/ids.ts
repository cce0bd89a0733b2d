import { hash } from 'node:crypto';
import { v5, v7 } from 'uuid';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** A tenant's UUID, lower case. Only guards, job parsers and the database's readers create one. */
export type TenantId = Branded<'TenantId'>;
/** A customer's internal UUID, lower case. It is never the tenant's own identifier, which is `external_id` on the wire. */
export type CustomerId = Branded<'CustomerId'>;
/** The UUID of a user, lower case. */
export type UserId = Branded<'UserId'>;

/** The smallest and the largest UUID: a walk through all ids begins before the one and ends with the other. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** @throws TypeError when the text is not a UUID. A tenant id is written into a SET LOCAL, so it must never be anything else. */
export function toTenantId(text: string): TenantId {
  if (!isUuid(text)) throw new TypeError('not a tenant id');
  return text.toLowerCase() as TenantId;
}

/** @throws TypeError when the text is not a UUID. */
export function toUserId(text: string): UserId {
  if (!isUuid(text)) throw new TypeError('not a user id');
  return text.toLowerCase() as UserId;
}

/**
 * Returns the internal id of the tenant's customer `externalId`: a name-based UUID (RFC 9562, section 5.5) under the tenant's own
 * UUID. Every process computes the same id, so ingest needs no read before its writes.
 */
export function customerIdOf(tenantId: TenantId, externalId: string): CustomerId {
  // Written out because ingest calls it for every event: the uuid package takes six times as long.
  const named = externalId.length <= LONGEST_NAME ? scratch : Buffer.alloc(NAMESPACE_BYTES + 3 * externalId.length);
  if (named !== scratch || scratchIsOf !== tenantId) named.write(tenantId.replaceAll('-', ''), 'hex');
  if (named === scratch) scratchIsOf = tenantId;
  const end = NAMESPACE_BYTES + named.write(externalId, NAMESPACE_BYTES);
  const hex = hash('sha1', named.subarray(0, end), 'hex');
  // Written into one buffer: V8 would keep a concatenated text in its parts, and join them when it is compared or sent.
  for (let from = 0, at = 0; at < UUID_LENGTH; from += 1, at += 1) {
    if (at === 8 || at === 13 || at === 18 || at === 23) at += 1;
    uuidText[at] = hex.charCodeAt(from);
  }
  uuidText[VERSION_AT] = VERSION_5;
  uuidText[VARIANT_AT] = VARIANTS.charCodeAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return uuidText.toString('latin1') as CustomerId;
}

/** Returns the id of a tenant's endpoint `url`: a name-based UUID like `customerIdOf`. */
export const endpointIdOf = (tenantId: TenantId, url: string): string => v5(url, tenantId);

/**
 * Returns the id of a shop that has no connection, because the tenant forwards its webhooks. It is a name-based UUID, like `customerIdOf`.
 */
export const passedOnIdOf = (tenantId: TenantId, platform: string, shop: string): string => v5(`${platform}:${shop}`, tenantId);

const VARIANTS = '89ab';
const UUID_LENGTH = 36;
const VERSION_AT = 14;
const VERSION_5 = '5'.charCodeAt(0);
const VARIANT_AT = 19;
const uuidText = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1');
const NAMESPACE_BYTES = 16;
const LONGEST_NAME = 1024;
/** Holds namespace and name; a UTF-16 code unit takes at most three bytes. */
const scratch = Buffer.alloc(NAMESPACE_BYTES + 3 * LONGEST_NAME);
/** The tenant with its namespace in `scratch`. */
let scratchIsOf: TenantId | null = null;

/** Returns a time-ordered id (UUID version 7, RFC 9562, section 5.7) for rows that are read in the order of writing. */
export const newId = (): string => v7();

/**
 * Returns `count` ids, each greater than the one before.
 * @param at time that the ids carry. Pass it where a row's own time comes from the injected clock, so that both times agree.
 */
export function newIds(count: number, at?: Date): string[] {
  const first = at === undefined ? v7() : v7({ msecs: at.getTime() });
  const stem = first.slice(0, 24);
  // The last 48 bits are random; a start in the lower half leaves room to count up.
  const start = Math.floor(Number.parseInt(first.slice(24), 16) / 2);
  return Array.from({ length: count }, (_, i) => stem + (start + i).toString(16).padStart(12, '0'));
}

/**
 * Returns the id of a row that follows from the row `id` for `other`, a UUID: the same two give the same id, and it carries the time of `id`.
 * @param id an id of `newId` or `newIds`
 */
export const derivedId = (id: string, other: string): string => id.slice(0, 15) + v5(id, other).slice(15);

/** Returns a lower bound of all ids that `newId` creates from `at` on. */
export function firstIdOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the time at which `newId` created the id, in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
