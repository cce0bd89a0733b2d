import { v5, v7 } from 'uuid';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** A tenant's UUID, lower case. Only guards, job parsers and the database's own readers make one. */
export type TenantId = Branded<'TenantId'>;
/** A customer's internal UUID, lower case. Never the tenant's own identifier, which is `external_id` on the wire. */
export type CustomerId = Branded<'CustomerId'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** @throws TypeError when the text is not a UUID: a tenant id may stand inside a SET LOCAL, so it must never be anything else. */
export function toTenantId(text: string): TenantId {
  if (!isUuid(text)) throw new TypeError('not a tenant id');
  return text.toLowerCase() as TenantId;
}

/**
 * The internal id of the tenant's customer `externalId`: a name-based UUID (RFC 9562, section 5.5) under the tenant's own
 * UUID. Every process computes the same id without asking, so ingest needs no read before its writes.
 */
export const customerIdOf = (tenantId: TenantId, externalId: string): CustomerId => v5(externalId, tenantId) as CustomerId;

/** A time-ordered id (UUID version 7, RFC 9562, section 5.7) for rows that are read in the order in which they were written. */
export const newId = (): string => v7();

/** A lower bound of all ids that `newId` makes from `at` on. */
export function firstIdOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
