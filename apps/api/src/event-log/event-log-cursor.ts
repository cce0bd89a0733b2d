import { createHash } from 'node:crypto';
import { AppError, type TenantId } from '#libs/core';
import { cursorText } from '../pages/cursor-text.js';

/** The last event of a kind on the pages so far. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

/** Null: nothing of this kind was listed yet. */
export interface LogPlaces {
  readonly accepted: Place | null;
  readonly rejected: Place | null;
}

/** Ties a cursor to its tenant and filters. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (tenantId: TenantId, filter: string): string =>
  createHash('sha256').update(`events ${tenantId} ${filter}`).digest('base64url').slice(0, 8);

const toText = (place: Place | null): [number, string] | null => (place === null ? null : [place.at.getTime(), place.id]);

export const encodeLogCursor = (tenantId: TenantId, filter: string, { accepted, rejected }: LogPlaces): string =>
  Buffer.from(JSON.stringify([sealOf(tenantId, filter), toText(accepted), toText(rejected)])).toString('base64url');

/** @throws AppError `invalid_query` for a text that is not a cursor of this list. */
export function decodeLogCursor(tenantId: TenantId, filter: string, cursor: string): LogPlaces {
  const parts = parsed(cursor);
  const [accepted, rejected] = [placeIn(parts[1]), placeIn(parts[2])];
  const isGood = parts[0] === sealOf(tenantId, filter) && accepted !== undefined && rejected !== undefined;
  if (isGood && (rejected === null || /^\d{1,16}$/.test(rejected.id))) return { accepted, rejected };
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page with the same filters`;
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

const LATEST_MS = 8.64e15;

/** @returns undefined for a value that is not a place, or that Postgres cannot compare */
function placeIn(value: unknown): Place | null | undefined {
  if (value === null) return null;
  if (!Array.isArray(value)) return undefined;
  const [ms, id] = value as unknown[];
  if (!Number.isInteger(ms) || Math.abs(Number(ms)) > LATEST_MS / 100 || typeof id !== 'string') return undefined;
  return id.includes('\u0000') || !id.isWellFormed() ? undefined : { at: new Date(Number(ms)), id };
}
