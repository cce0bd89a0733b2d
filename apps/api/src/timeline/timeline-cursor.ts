import { createHash } from 'node:crypto';
import { AppError, type CustomerId, isUuid } from '#libs/core';
import { cursorText } from '../pages/cursor-text.js';
import { type EntryKind, KINDS, LATEST, type Position } from './timeline-order.js';

/** Ties a cursor to its customer. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (id: CustomerId): string => createHash('sha256').update(`timeline ${id}`).digest('base64url').slice(0, 8);

export const encodeTimelineCursor = (id: CustomerId, { kind, at, key }: Position): string =>
  Buffer.from(`${sealOf(id)} ${kind} ${at.getTime()} ${key}`).toString('base64url');

/** @throws AppError `invalid_query` for a text that is not a cursor of this customer's timeline. */
export function decodeTimelineCursor(id: CustomerId, cursor: string): Position {
  const [, seal, kindName, ms = '', key = ''] = /^(\S+) (\w+) (\d{1,15}) (.*)$/s.exec(cursorText(cursor)) ?? [];
  const kind = KINDS.find((each) => each === kindName);
  const at = new Date(Number(ms));
  if (seal === sealOf(id) && kind !== undefined && at <= LATEST && isKey(kind, key)) return { kind, at, key };
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page of the same customer`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}

/** Returns whether Postgres can compare the key with other keys of the kind. */
function isKey(kind: EntryKind, key: string): boolean {
  switch (kind) {
    case 'order':
    case 'refund':
    case 'activity':
      return !key.includes('\u0000');
    case 'score':
      return key === '';
    case 'campaign':
    case 'delivery':
    case 'note':
      return isUuid(key);
  }
}
