import { createHash } from 'node:crypto';
import { AppError, isUuid, type TenantId } from '#libs/core';
import { cursorText } from '../pages/cursor-text.js';

/**
 * The end of a page: the whole number of the sort, as text, and the customer's id, which breaks ties. It is within the range of a Postgres
 * bigint, except that the value of a contact is a product of two and may have twice the digits.
 */
export interface PagePosition {
  readonly value: string;
  readonly id: string;
}

/** Customers without a score come last, in the same order among themselves. */
export interface PageEnd extends PagePosition {
  readonly isScored: boolean;
}

/** Ties a cursor to its sort and tenant. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (tenantId: TenantId, sort: string): string =>
  createHash('sha256').update(`${tenantId} ${sort}`).digest('base64url').slice(0, 8);

export const encodeCursor = (tenantId: TenantId, sort: string, { isScored, value, id }: PageEnd): string =>
  Buffer.from(JSON.stringify([sealOf(tenantId, sort), isScored, value, id])).toString('base64url');

/** @throws AppError `invalid_query` for a text that is not a cursor of this tenant and sort. */
export function decodeCursor(tenantId: TenantId, sort: string, cursor: string): PageEnd {
  const end = endIn(cursor, sealOf(tenantId, sort), sort === 'contact_value_desc' || sort === 'to_win_desc' ? isProduct : isBigint);
  if (end !== null) return end;
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page with the same sort`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}

function endIn(cursor: string, seal: string, isValue: (value: unknown) => value is string): PageEnd | null {
  try {
    const parts: unknown = JSON.parse(cursorText(cursor));
    if (!Array.isArray(parts) || parts.length !== 4 || parts[0] !== seal) return null;
    const [, isScored, value, id] = parts as unknown[];
    return typeof isScored === 'boolean' && isValue(value) && isUuid(id) ? { isScored, value, id } : null;
  } catch {
    return null;
  }
}

/** Accepts a whole number in its only spelling, within the range of a Postgres bigint. */
const isBigint = (value: unknown): value is string => typeof value === 'string' && /^(0|-?[1-9]\d{0,18})$/.test(value) && fits(value);

const isProduct = (value: unknown): value is string => typeof value === 'string' && /^(0|-?[1-9]\d{0,36})$/.test(value);

const fits = (value: string): boolean => withinBigint(BigInt(value)) === BigInt(value);

const SMALLEST_BIGINT = -(2n ** 63n);
const LARGEST_BIGINT = 2n ** 63n - 1n;

/** Returns the nearest number that a Postgres bigint can hold. */
export const withinBigint = (value: bigint): bigint =>
  value < SMALLEST_BIGINT ? SMALLEST_BIGINT : value > LARGEST_BIGINT ? LARGEST_BIGINT : value;
