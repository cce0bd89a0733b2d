import { createHash } from 'node:crypto';
import { AppError, isUuid, type TenantId } from '#libs/core';

/** Where a page ended: the value it is sorted by (null for the unscored at the end) and the customer's id, which breaks ties. */
export interface PagePosition {
  readonly score: string | null;
  readonly id: string;
}

/** Ties a cursor to its sort and tenant. Not a secret: row-level security keeps tenants apart, this only finds mistakes. */
const sealOf = (tenantId: TenantId, sort: string): string =>
  createHash('sha256').update(`${tenantId} ${sort}`).digest('base64url').slice(0, 8);

export const encodeCursor = (tenantId: TenantId, sort: string, { score, id }: PagePosition): string =>
  Buffer.from(JSON.stringify([sealOf(tenantId, sort), score, id])).toString('base64url');

/** @throws AppError `invalid_query` for anything but a cursor of this tenant and sort. */
export function decodeCursor(tenantId: TenantId, sort: string, cursor: string): PagePosition {
  const position = positionIn(cursor, sealOf(tenantId, sort));
  if (position !== null) return position;
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page with the same sort`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}

function positionIn(cursor: string, seal: string): PagePosition | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 3 || parts[0] !== seal) return null;
    const [, score, id] = parts;
    const scoreIsUsable = score === null || (typeof score === 'string' && /^[01]\.\d{4}$/.test(score));
    return scoreIsUsable && isUuid(id) ? { score: score as string | null, id } : null;
  } catch {
    return null;
  }
}
