import { createHash } from 'node:crypto';
import { AppError, isUuid, type TenantId } from '#libs/core';
import { cursorText } from './cursor-text.js';

/** Packs and reads the cursors of a list that is ordered by id. */
export interface IdCursor {
  /** @param id the id of the last entry on the page */
  readonly encode: (tenantId: TenantId, id: string) => string;
  /** @throws AppError `invalid_query` for a text that is not a cursor of this list of this tenant. */
  readonly decode: (tenantId: TenantId, cursor: string) => string;
}

/** @param list the name of the list, which ties a cursor to it, as it is tied to its tenant */
export function idCursor(list: string): IdCursor {
  // It is not a secret: it finds mistakes, while row-level security keeps tenants apart.
  const sealOf = (tenantId: TenantId): string => createHash('sha256').update(`${list} ${tenantId}`).digest('base64url').slice(0, 8);
  return {
    encode: (tenantId, id) => Buffer.from(`${sealOf(tenantId)} ${id}`).toString('base64url'),
    decode: (tenantId, cursor) => {
      const [seal, id, ...more] = cursorText(cursor).split(' ');
      if (seal === sealOf(tenantId) && isUuid(id) && more.length === 0) return id;
      const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page before`;
      throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
    },
  };
}
