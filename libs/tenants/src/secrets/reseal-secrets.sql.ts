import type { TenantDb } from '#libs/database';
import type { SecretBox, SealedSecret } from './secret-box.js';
import { type SealedColumn, sealedPlace } from './sealed-columns.js';

/** The result of a batch. */
export interface Resealed {
  /** Sealed with the newest key now. */
  readonly resealed: number;
  /** Rows with a secret that none of the keys opens; they stay as they are. */
  readonly unopened: readonly string[];
  /** The last row looked at; null when no row is left. */
  readonly lastId: string | null;
}

interface SealedRow {
  readonly id: string;
  readonly ciphertext: Buffer;
  readonly key_id: string;
}

// Needs the primary key (tenant_id, id). The lock keeps a row from being written in between by a process that still has the older key.
const selectOf = ({ table, ciphertext, keyId }: SealedColumn): string => `
SELECT id, ${ciphertext} AS ciphertext, ${keyId} AS key_id FROM ${table}
WHERE tenant_id = $1 AND id > $2 AND ${ciphertext} IS NOT NULL AND ${keyId} <> $3 ORDER BY id LIMIT $4 FOR UPDATE`;

const updateOf = ({ table, ciphertext, keyId }: SealedColumn): string => `
UPDATE ${table} t SET ${ciphertext} = sealed.ciphertext, ${keyId} = $4
FROM unnest($2::uuid[], $3::bytea[]) AS sealed (id, ciphertext) WHERE t.tenant_id = $1 AND t.id = sealed.id`;

/**
 * Seals up to `limit` of the tenant's secrets with the newest key of the box, where another key has sealed them.
 *
 * @param afterId rows up to this id have been looked at.
 */
export async function resealSecrets(db: TenantDb, box: SecretBox, column: SealedColumn, afterId: string, limit: number): Promise<Resealed> {
  const rows = await db.query<SealedRow>(selectOf(column), [afterId, box.newestKeyId, limit]);
  const unopened: string[] = [];
  const sealed = rows.flatMap(({ id, ciphertext, key_id: keyId }): { id: string; secret: SealedSecret }[] => {
    const place = sealedPlace(column.table, db.tenantId, id);
    try {
      return [{ id, secret: box.seal(box.open({ ciphertext, keyId }, place), place) }];
    } catch {
      unopened.push(id);
      return [];
    }
  });
  if (sealed.length > 0) {
    await db.query(updateOf(column), [sealed.map(({ id }) => id), sealed.map(({ secret }) => secret.ciphertext), box.newestKeyId]);
  }
  return { resealed: sealed.length, unopened, lastId: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
