import type { Config } from '#libs/config';
import { type TenantId, toTenantId } from '#libs/core';
import { type Database } from '#libs/database';
import { SEALED_COLUMNS, SecretBox, sealedPlace } from '#libs/tenants';
import { listTenants } from '../tenants.js';
import { failure, fine, type Finding } from './finding.js';

/** A wrong key opens nothing at all, so a sample finds it. */
const TENANTS = 200;
const SECRETS_OF_A_TABLE = 3;
const MOST_NAMED = 3;

interface SealedRow {
  readonly name: string;
  readonly id: string;
  readonly ciphertext: Buffer;
  readonly key_id: string;
}

// Needs the primary keys (tenant_id, id).
const SAMPLE = SEALED_COLUMNS.map(
  ({ table, ciphertext, keyId }) => `
(SELECT '${table}' AS name, id, ${ciphertext} AS ciphertext, ${keyId} AS key_id FROM ${table}
 WHERE tenant_id = $1 AND ${ciphertext} IS NOT NULL ORDER BY id DESC LIMIT ${SECRETS_OF_A_TABLE})`,
).join(' UNION ALL ');

/** Tries whether SECRETS_KEY opens the newest secrets of the newest tenants. */
export async function examineSecrets(database: Database, { secretKeys }: Config): Promise<Finding> {
  const box = new SecretBox(secretKeys);
  const tenants = (await listTenants(database)).slice(-TENANTS);
  const closed: string[] = [];
  let count = 0;
  for (const { id } of tenants) {
    const tenantId = toTenantId(id);
    const rows = await database.transaction(tenantId, (db) => db.query<SealedRow>(SAMPLE));
    count += rows.length;
    closed.push(
      ...rows.filter((row) => !opens(box, tenantId, row)).map((row) => `${sealedPlace(row.name, tenantId, row.id)} (key "${row.key_id}")`),
    );
  }
  if (closed.length === 0) return fine('secrets', `SECRETS_KEY decrypts the ${count} stored secrets that were tried`);
  return failure(
    'secrets',
    `SECRETS_KEY does not decrypt ${closed.length} of ${count} stored secrets that were tried, such as ${closed.slice(0, MOST_NAMED).join(', ')}`,
    'Add the key with that name to SECRETS_KEY of all processes, behind the others: it is where you keep the secrets of the installation. Without it these webhook secrets, second factors and tokens are lost.',
  );
}

function opens(box: SecretBox, tenantId: TenantId, { name, id, ciphertext, key_id: keyId }: SealedRow): boolean {
  try {
    box.open({ ciphertext, keyId }, sealedPlace(name, tenantId, id));
    return true;
  } catch {
    return false;
  }
}
