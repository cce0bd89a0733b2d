import type { EventRow } from './validation/validate-event.js';

/**
 * Bytes of an event without the texts that its sender chooses, with its share of the order, the customer, the scores and their index entries.
 * A customer with five orders takes 5.1 KB (docs/operations/sizing.md).
 */
const BYTES_OF_ROW = 1000;

/** Bytes of a customer without orders, with the first score (docs/operations/sizing.md). */
export const BYTES_OF_CUSTOMER = 1500;

/** Bytes of the row that makes an identifier the alias of another, with its index entries. */
export const BYTES_OF_ALIAS = 300;

/** Bytes of a new value of a trait, with its share of the row and the index entry. */
export const BYTES_OF_TRAIT_VALUE = 50;

/** Bytes of the id of a platform's delivery, with its index entry. */
export const BYTES_OF_DELIVERY_KEY = 200;

/** Returns the bytes that events take on disk, about. */
export const storedBytesIn = (rows: readonly EventRow[]): number =>
  rows.reduce(
    (bytes, { event }) => bytes + BYTES_OF_ROW + sizeOf(event.eventId) + sizeOf(event.externalId) + sizeOf(event.dataJson ?? ''),
    0,
  );

/** SQL: `storedBytesIn`, about, for a stored event `s` of a customer `c`. Postgres prints JSON with blanks, which do not count. */
export const STORED_BYTES = `(${BYTES_OF_ROW} + octet_length(s.event_id) + coalesce(octet_length(c.external_id), 0)
  + coalesce(octet_length(replace(replace(s.data::text, '": ', '":'), ', "', ',"')), 0))::float8`;

const sizeOf = (text: string): number => Buffer.byteLength(text);
