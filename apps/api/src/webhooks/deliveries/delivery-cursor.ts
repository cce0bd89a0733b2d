import { createHash } from 'node:crypto';
import { AppError, isUuid, type TenantId } from '#libs/core';
import { cursorText } from '../../pages/cursor-text.js';

/** Ties a cursor to its tenant. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (tenantId: TenantId): string => createHash('sha256').update(`deliveries ${tenantId}`).digest('base64url').slice(0, 8);

/** @param id the id of the last delivery on the page. */
export const encodeDeliveryCursor = (tenantId: TenantId, id: string): string =>
  Buffer.from(`${sealOf(tenantId)} ${id}`).toString('base64url');

/** @throws AppError `invalid_query` for a text that is not a cursor of this tenant's deliveries. */
export function decodeDeliveryCursor(tenantId: TenantId, cursor: string): string {
  const [seal, id, ...more] = cursorText(cursor).split(' ');
  if (seal === sealOf(tenantId) && isUuid(id) && more.length === 0) return id;
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page before`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}
