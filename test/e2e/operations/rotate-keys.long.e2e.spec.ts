import { randomBytes } from 'node:crypto';
import { readSecretKeys } from '#libs/config';
import { toTenantId } from '#libs/core';
import { type Resealed, resealSecrets, SEALED_COLUMNS, type SealedColumn, SecretBox } from '#libs/tenants';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

/** Bytes that are neither sealed nor a hash, by table and column, with the reason why they may lie in the clear. */
const BYTES_IN_THE_CLEAR = new Map([
  ['compliance_calls.digest', 'a SHA-256 that recognises the repetition of a call'],
  ['tenant_export_parts.content', 'rows of tables, without their secrets'],
  ['tenants.control_key', 'decides whom no campaign contacts; Postgres hashes with it, and it opens nothing'],
]);

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

describe('the rotation of encryption keys', () => {
  const [older, newer] = [newKey('older'), newKey('newer')];
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SECRETS_KEY: older });
  }, 60_000);
  afterAll(() => system.stop());

  const rotate = (secretsKey: string): Promise<Record<string, unknown>> => system.adminWith({ SECRETS_KEY: secretsKey }, 'keys', 'rotate');

  async function keyIdsInUse(): Promise<string[]> {
    const used = new Set<string>();
    for (const { table, keyId } of SEALED_COLUMNS) {
      const { rows } = await system.owner.query<{ id: string }>(`SELECT DISTINCT ${keyId} AS id FROM ${table}`);
      for (const { id } of rows) used.add(id);
    }
    return [...used].toSorted();
  }

  async function signedStatus(shop: Shop, secret: string): Promise<number> {
    const body = JSON.stringify(batch(order()));
    return (await shop.post('/webhooks/custom', body).set('X-Webhook-Signature', sha256Signature(secret, body))).status;
  }

  it('knows every column that holds encrypted bytes', async () => {
    const { rows } = await system.owner.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND (data_type = 'bytea' OR udt_name = '_bytea') AND column_name NOT LIKE '%_hash'`,
    );
    const sealed = SEALED_COLUMNS.map(({ table, ciphertext }) => `${table}.${ciphertext}`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...sealed, ...BYTES_IN_THE_CLEAR.keys()].toSorted());
    for (const { table, keyId } of SEALED_COLUMNS) {
      await expect(system.owner.query(`SELECT tenant_id, id, ${keyId} FROM ${table}`)).resolves.toBeDefined();
    }
  });

  it('works while the processes run: no secret is lost, and the old key can be removed', async () => {
    const shops = await Promise.all(Array.from({ length: 3 }, () => system.shop()));
    const secrets = await Promise.all(
      shops.map(async (shop) => String((await system.admin('webhook-secret', 'create', '--tenant', shop.tenantId))['secret'])),
    );
    expect(await keyIdsInUse()).toEqual(['older']);
    // First every process learns the new key, then they start to encrypt with it.
    await system.api.stop();
    await system.api.start({ SECRETS_KEY: `${newer},${older}` });
    const late = String((await system.admin('webhook-secret', 'create', '--tenant', shops[0]?.tenantId ?? ''))['secret']);
    const [sent] = await Promise.all([signedStatus(shops[1] as Shop, secrets[1] as string), rotate(`${newer},${older}`)]);
    expect(sent).toBe(202);
    expect(await keyIdsInUse()).toEqual(['newer']);
    expect(await rotate(`${newer},${older}`)).toEqual({ key_id: 'newer', resealed: 0, unopened: [] });
    await system.api.stop();
    await system.api.start({ SECRETS_KEY: newer });
    for (const [index, shop] of shops.entries()) expect(await signedStatus(shop, secrets[index] as string)).toBe(202);
    expect(await signedStatus(shops[0] as Shop, late)).toBe(202);
  });

  it('goes batch by batch, and each batch continues after the one before', async () => {
    const shop = await system.shop();
    for (let i = 0; i < 2; i += 1) await system.adminWith({ SECRETS_KEY: older }, 'webhook-secret', 'create', '--tenant', shop.tenantId);
    const ids = (await shop.rows<{ id: string }>('webhook_secrets', 'id')).map(({ id }) => id).toSorted();
    const box = new SecretBox(readSecretKeys(`${newer},${older}`) ?? []);
    const [column] = SEALED_COLUMNS as [SealedColumn];
    const batchAfter = (id: string): Promise<Resealed> =>
      system.transaction(toTenantId(shop.tenantId), (db) => resealSecrets(db, box, column, id, 1));
    expect(await batchAfter('00000000-0000-0000-0000-000000000000')).toEqual({ resealed: 1, unopened: [], lastId: ids[0] });
    expect(await batchAfter(ids[0] as string)).toEqual({ resealed: 1, unopened: [], lastId: ids[1] });
    expect(await batchAfter(ids[1] as string)).toEqual({ resealed: 0, unopened: [], lastId: null });
  });

  it('reports missing keys and leaves the secret as it is', async () => {
    const shop = await system.shop();
    await system.adminWith({ SECRETS_KEY: newKey('lost') }, 'webhook-secret', 'create', '--tenant', shop.tenantId);
    const [before] = await shop.rows<{ id: string; ciphertext: Buffer }>('webhook_secrets', 'id, ciphertext');
    const failed = await rotate(newer).catch((error: { code: number; stdout: string }) => error);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining(`webhook_secrets/${shop.tenantId}/${before?.id}`) });
    expect(await shop.rows('webhook_secrets', 'id, ciphertext')).toEqual([before]);
  });
});
