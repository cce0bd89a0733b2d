import { createHash } from 'node:crypto';
import { AppError, type TenantId } from '#libs/core';
import { cursorText } from '../pages/cursor-text.js';

/** Ties a cursor to its search and tenant. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (tenantId: TenantId, prefix: string): string =>
  createHash('sha256').update(`search ${tenantId} ${prefix}`).digest('base64url').slice(0, 8);

/** @param last the last identifier on the page. */
export const encodeSearchCursor = (tenantId: TenantId, prefix: string, last: string): string =>
  Buffer.from(`${sealOf(tenantId, prefix)}${last}`).toString('base64url');

/** @throws AppError `invalid_query` for a text that is not a cursor of this tenant and search. */
export function decodeSearchCursor(tenantId: TenantId, prefix: string, cursor: string): string {
  const text = cursorText(cursor);
  const seal = sealOf(tenantId, prefix);
  if (text.startsWith(seal + prefix) && !text.includes('\u0000')) return text.slice(seal.length);
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page of the same search`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}
