import { createHash } from 'node:crypto';
import { AppError, isUuid, type TenantId } from '#libs/core';
import { cursorText } from '../../pages/cursor-text.js';

/** The place of a walk through label changes. */
export interface ChangesPlace {
  /** The last customer that was looked at. */
  readonly id: string;
  /** The time when the walk began, in milliseconds since 1970. */
  readonly beganMs: number;
}

/** Ties a cursor to its tenant and `since`. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (tenantId: TenantId, since: Date): string =>
  createHash('sha256').update(`changes ${tenantId} ${since.toISOString()}`).digest('base64url').slice(0, 8);

export const encodeChangesCursor = (tenantId: TenantId, since: Date, { id, beganMs }: ChangesPlace): string =>
  Buffer.from(JSON.stringify([sealOf(tenantId, since), id, beganMs])).toString('base64url');

/** @throws AppError `invalid_query` for a text that is not a cursor of this walk. */
export function decodeChangesCursor(tenantId: TenantId, since: Date, cursor: string, now: Date): ChangesPlace {
  const [seal, id, beganMs] = parsed(cursor);
  if (
    seal === sealOf(tenantId, since) &&
    isUuid(id) &&
    Number.isInteger(beganMs) &&
    Number(beganMs) >= 0 &&
    Number(beganMs) <= now.getTime()
  )
    return { id, beganMs: Number(beganMs) };
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page with the same since`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(cursorText(cursor));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
