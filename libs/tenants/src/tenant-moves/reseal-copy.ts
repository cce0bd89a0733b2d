import { SEALED_COLUMNS, sealedPlace } from '../secrets/sealed-columns.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { TenantDb } from '#libs/database';

interface SealedRow {
  readonly id: string;
  readonly ciphertext: Buffer;
  readonly key_id: string;
}

/**
 * Opens every secret of the copy with the keys of the source, and seals it with the newest key of the target. Two installations may use the
 * same name for different keys, so all secrets are sealed anew.
 * @returns how many
 * @throws Error when the keys of the source do not open one
 */
export async function resealCopy(copy: TenantDb, source: SecretBox, target: SecretBox): Promise<number> {
  let count = 0;
  for (const { table, ciphertext, keyId } of SEALED_COLUMNS) {
    const rows = await copy.query<SealedRow>(
      `SELECT id, ${ciphertext} AS ciphertext, ${keyId} AS key_id FROM ${table} WHERE tenant_id = $1 AND ${ciphertext} IS NOT NULL`,
    );
    const sealed = rows.map((row) => {
      const place = sealedPlace(table, copy.tenantId, row.id);
      return target.seal(openFrom(source, row, place), place).ciphertext;
    });
    await copy.query(
      `UPDATE ${table} t SET ${ciphertext} = sealed.ciphertext, ${keyId} = $4
       FROM unnest($2::uuid[], $3::bytea[]) AS sealed (id, ciphertext) WHERE t.tenant_id = $1 AND t.id = sealed.id`,
      [rows.map(({ id }) => id), sealed, target.newestKeyId],
    );
    count += rows.length;
  }
  return count;
}

function openFrom(source: SecretBox, { ciphertext, key_id: keyId }: SealedRow, place: string): string {
  try {
    return source.open({ keyId, ciphertext }, place);
  } catch (error) {
    throw new Error(`SECRETS_KEY does not open ${place}: ${(error as { cause?: Error }).cause?.message ?? String(error)}`, {
      cause: error,
    });
  }
}
