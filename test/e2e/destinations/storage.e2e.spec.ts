import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { Duckdb } from '../../support/destinations/duckdb.js';
import { STORAGE_KINDS, StorageServer } from '../../support/destinations/storage-server.js';
import { StorageShop } from '../../support/destinations/storage-shop.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignOf, fillWithScored, sent } from '../../support/webhooks/campaign-shop.js';
import { lapsed } from '../../support/webhooks/webhook-shop.js';

const PATH = '/settings/destinations';
const ROOT = path.resolve(__dirname, '../../..');

describe.each(STORAGE_KINDS)('a bucket of %s', (kind) => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let server: StorageServer;
  let duckdb: Duckdb;
  let merchant: Merchant;
  let shop: StorageShop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    server = await StorageServer.start(kind);
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await system.stop();
  });
  beforeEach(async () => {
    merchant = await merchantOf(system);
    shop = new StorageShop(merchant, server, calls);
    duckdb = await Duckdb.open();
  });
  afterEach(() => duckdb.close());

  const test = async (id: string): Promise<{ status: string; words: string }> => {
    const { body } = await calls.taken(merchant.owner.post(`${PATH}/${id}/test`));
    return { status: body.status as string, words: body.attempts_log[0].response_body as string };
  };

  it('gets all customers as they are in the API, with reasons, when it is added', async () => {
    await merchant.shop.send(
      ...lapsed('c-1'),
      ...[30, 60, 90, 120].map((days) => order({ customer_id: 'c-2', occurred_at: daysAgo(days) })),
    );
    await merchant.shop.settled();
    const id = await shop.connect();
    expect(await shop.ended(id)).toMatchObject({ status: 'completed', customers: 2, error: null });
    await duckdb.copy(server, shop.bucket);
    const rows = await duckdb.rows(`SELECT * FROM '${duckdb.folder}/${shop.bucket}/**/customers-*.parquet' ORDER BY external_id`);
    const { body: customer } = await merchant.shop.get('/customers/c-1');
    const { body: churn } = await merchant.shop.get('/customers/c-1/churn');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      external_id: 'c-1',
      score: customer.churn.score,
      label: customer.churn.label,
      lifecycle: customer.lifecycle,
      expected_revenue: customer.expected_revenue,
      to_win: customer.revenue_at_risk,
      monetary_total: customer.monetary_total,
      orders_count: customer.orders_count,
      overdue_days: customer.overdue_days,
      currency: 'EUR',
      reason_1: churn.explanation[0].text,
    });
    expect(new Date(`${String(rows[0]!['calculated_at'])}:00`).toISOString()).toBe(customer.churn.calculated_at);
    const types = await duckdb.rows(`DESCRIBE SELECT * FROM '${duckdb.folder}/${shop.bucket}/**/customers-*.parquet'`);
    expect(Object.fromEntries(types.map((row) => [row['column_name'], row['column_type']]))).toMatchObject({
      external_id: 'VARCHAR',
      score: 'DECIMAL(5,4)',
      to_win: 'DECIMAL(22,2)',
      last_order_at: 'TIMESTAMP WITH TIME ZONE',
      orders_count: 'INTEGER',
    });
  });

  it('has a manifest with the rows, bytes and digest of each file, and a description of each column', async () => {
    await fillWithScored(system, merchant.owner.tenantId, 30);
    const id = await shop.connect();
    const run = await shop.ended(id);
    const manifest = await shop.manifest();
    expect(manifest.tables.map(({ name }) => name)).toEqual(['customers', 'campaign_assignments']);
    const files = manifest.tables.flatMap((table) => table.files);
    for (const { key, bytes, sha256 } of files) {
      const body = await server.read(shop.bucket, key);
      expect([body.length, createHash('sha256').update(body).digest('hex')]).toEqual([bytes, sha256]);
    }
    expect([run.customers, run.bytes]).toEqual([30, files.reduce((sum, { bytes }) => sum + bytes, 0)]);
    const folder = path.posix.dirname(files[0]!.key);
    expect(folder).toMatch(new RegExp(`^${shop.prefix}/date=\\d{4}-\\d\\d-\\d\\d/run=${manifest.run_id}$`));
    const names = ['campaign_assignments-00001.parquet', 'customers-00001.parquet', 'manifest.json', 'schema.json'];
    expect(await server.keys(shop.bucket)).toEqual([...names.map((name) => `${folder}/${name}`), `${shop.prefix}/latest.json`]);
    const schema = await server.json<{ tables: { name: string; columns: { name: string; description: string }[] }[] }>(
      shop.bucket,
      `${folder}/schema.json`,
    );
    await duckdb.copy(server, shop.bucket);
    for (const { name, columns } of schema.tables) {
      const stored = await duckdb.rows(
        `SELECT column_name FROM (DESCRIBE SELECT * FROM read_parquet('${duckdb.folder}/${shop.bucket}/${folder}/${name}-*.parquet', hive_partitioning = false))`,
      );
      expect(columns.map((column) => column.name)).toEqual(stored.map((row) => row['column_name']));
      expect(columns.every(({ description }) => description.length > 5)).toBe(true);
    }
  });

  it('answers the statements of the documentation in DuckDB', async () => {
    await fillWithScored(system, merchant.owner.tenantId, 40);
    await system.webhookSecret(merchant.shop);
    const campaign = await campaignOf(merchant.owner, 'https://mails.example.com/', { holdout_percent: 50, name: 'Win back' });
    const { recipients_count: contacts, holdout_count: controls } = await sent(merchant.owner, campaign);
    await eventually('the parts', async () => (await merchant.shop.rows('campaign_recipients')).length === contacts + controls || null);
    await shop.ended(await shop.connect({ prefix: 'churn' }));
    await duckdb.copy(server, shop.bucket);
    const page = readFileSync(path.join(ROOT, 'docs/guides/warehouse.md'), 'utf8');
    const block = /## DuckDB\s+```sql\n(.*?)```/s.exec(page)![1]!.replaceAll('s3://shop-warehouse/', `${duckdb.folder}/${shop.bucket}/`);
    // The extension for S3 would be fetched from elsewhere.
    const statements = block.split(/;\s*/).filter((each) => each !== '' && !/^(INSTALL|CREATE SECRET)/.test(each));
    const answers = await duckdb.runAll(statements);
    expect(statements).toHaveLength(5);
    expect(answers.at(-2)).toEqual([
      { lifecycle: 'active', customers: '20', to_win: '420.00' },
      { lifecycle: 'slipping', customers: '20', to_win: '400.00' },
    ]);
    const groups = Object.fromEntries(answers.at(-1)!.map((row) => [String(row['assigned_to']), Number(row['customers'])]));
    expect(groups).toEqual({ contact: contacts, control: controls });
  });

  it('gets comma-separated values that keep each identifier as it is', async () => {
    const strange = '=1+1,"a"';
    await merchant.shop.send(order({ customer_id: strange }), order({ customer_id: 'c-2' }));
    await merchant.shop.settled();
    await shop.ended(await shop.connect({ format: 'csv' }));
    const manifest = await shop.manifest();
    const [file] = manifest.tables[0]!.files;
    expect(file!.key).toMatch(/customers-00001\.csv$/);
    const text = (await server.read(shop.bucket, file!.key)).toString();
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(new Set(rows.map((row) => row['external_id']))).toEqual(new Set([strange, 'c-2']));
    await duckdb.copy(server, shop.bucket);
    const read = await duckdb.rows(
      `SELECT external_id FROM read_csv('${duckdb.folder}/${shop.bucket}/${file!.key}', header = true) ORDER BY 1`,
    );
    expect(read.map((row) => row['external_id'])).toEqual([strange, 'c-2']);
  });

  it('gets a new run on demand, without the customers who were erased since', async () => {
    await merchant.shop.send(order({ customer_id: 'c-1' }), order({ customer_id: 'c-2' }));
    await merchant.shop.settled();
    const id = await shop.connect();
    const first = await shop.ended(id);
    expect(await shop.manifest()).toMatchObject({ rows: 2 });
    await merchant.shop.call('DELETE', '/customers/c-1').expect(202);
    await shop.writeNow(id);
    expect(await shop.ended(id, first.job_id)).toMatchObject({ status: 'completed', customers: 1 });
    const { tables, rows } = await shop.manifest();
    expect(rows).toBe(1);
    expect((await server.read(shop.bucket, tables[0]!.files[0]!.key)).includes('c-1')).toBe(false);
    expect(await shop.manifests()).toHaveLength(2);
  });

  it('is tested by a file that does not stay', async () => {
    const id = await shop.connect();
    await shop.ended(id);
    const before = await server.keys(shop.bucket);
    expect(await test(id)).toEqual({ status: 'success', words: `The bucket ${shop.bucket} takes files.` });
    expect(await server.keys(shop.bucket)).toEqual(before);
  });

  it.each<[string, object, RegExp]>([
    ['bucket', { bucket: 'no-such-bucket' }, /^The bucket no-such-bucket does not exist there\.$/],
    ['secret', { secret_access_key: 'not-the-secret-of-this-key' }, /^The secret access key does not belong to the access key ID/],
    ['host', { endpoint: 'http://127.0.0.1:9' }, /^Nothing answers at 127\.0\.0\.1:9\.$/],
  ])('says in words that the %s is wrong', async (_what, wrong, words) => {
    const { body } = await calls.taken(merchant.owner.post(PATH, shop.input(wrong)), 201);
    expect(await test(body.id as string)).toEqual({ status: 'dead_letter', words: expect.stringMatching(words) });
    const run = await eventually('the error', async () => {
      const last = (await shop.read(body.id as string))['last_snapshot'] as { error: string | null } | null;
      return last?.error == null ? null : last;
    });
    expect(run.error).toMatch(words);
    expect(await shop.manifests().catch(() => [])).toEqual([]);
  });

  it('switches the destination off when its key is refused, and on again with a key that works', async () => {
    const id = await shop.connect({ secret_access_key: 'not-the-secret-of-this-key' });
    expect(await shop.ended(id)).toMatchObject({ status: 'failed', bytes: null });
    expect(await shop.read(id)).toMatchObject({ enabled: false, disabled_reason: 'key_refused' });
    const failed = ((await shop.read(id))['last_snapshot'] as { job_id: string }).job_id;
    await calls.taken(merchant.owner.call('PATCH', `${PATH}/${id}`).send({ storage: server.credential }));
    expect(await shop.ended(id, failed)).toMatchObject({ status: 'completed' });
    expect(await shop.read(id)).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('keeps its secret to itself, and its path from viewers', async () => {
    const id = await shop.connect();
    const { access_key_id: keyId, secret_access_key: secret } = server.credential;
    const read = await shop.read(id);
    expect(read).toMatchObject({
      url: `${server.url}/${shop.bucket}/${shop.prefix}`,
      key_hint: keyId.slice(-4),
      storage: {
        endpoint: server.url,
        region: server.region,
        bucket: shop.bucket,
        prefix: shop.prefix,
        path_style: true,
        format: 'parquet',
      },
    });
    expect(JSON.stringify([read, (await merchant.owner.get('/audit-log')).body])).not.toMatch(new RegExp(`${secret}|${keyId}`));
    const [stored] = await merchant.shop.rows<Record<string, unknown>>('destinations');
    expect(JSON.stringify({ ...stored, ciphertext: String(stored!['ciphertext']) })).not.toContain(secret);
    await system.owner.query(`UPDATE users SET role = 'viewer' WHERE tenant_id = $1`, [merchant.owner.tenantId]);
    const { body: seen } = await merchant.owner.get(`${PATH}/${id}`);
    expect(seen).toMatchObject({ url: server.url, storage: { endpoint: server.url, bucket: '', prefix: '' } });
    expect((await merchant.owner.post(`${PATH}/${id}/resync`)).status).toBe(403);
  });

  it('cannot be seen, changed, tested or written by another tenant', async () => {
    const id = await shop.connect();
    const run = await shop.ended(id);
    const { owner: other } = await merchantOf(system);
    for (const answer of [
      await other.get(`${PATH}/${id}`),
      await other.call('PATCH', `${PATH}/${id}`).send({ storage: { prefix: 'theirs' } }),
      await other.post(`${PATH}/${id}/test`),
      await other.post(`${PATH}/${id}/resync`),
      await other.get(`/dashboard/churn/jobs/${run.job_id}`),
    ])
      expect(answer.status).toBe(404);
    expect((await shop.read(id))['storage']).toMatchObject({ prefix: shop.prefix });
  });

  it('refuses two destinations at the same place, and settings that cannot work', async () => {
    const id = await shop.connect();
    expect((await merchant.owner.post(PATH, shop.input())).status).toBe(409);
    const refused = async (wrong: object, field: string): Promise<void> => {
      const { status, body } = await merchant.owner.call('PATCH', `${PATH}/${id}`).send({ storage: wrong });
      expect([status, body.error, body.details?.[0]?.field]).toEqual([400, 'validation_error', field]);
      expect(body.details[0].message).toContain(field);
    };
    await refused({ endpoint: 'http://10.0.0.1' }, 'storage.endpoint');
    await refused({ endpoint: 'https://s3.example.com/bucket' }, 'storage.endpoint');
    await refused({ endpoint: 'ftp://s3.example.com' }, 'storage.endpoint');
    await refused({ bucket: 'a/b' }, 'storage.bucket');
    await refused({ prefix: '../other' }, 'storage.prefix');
    await refused({ prefix: '/churn/' }, 'storage.prefix');
    await refused({ format: 'avro' }, 'storage.format');
    await refused({ path_style: false }, 'storage.path_style');
    await refused({ access_key_id: 'only-half' }, 'storage.secret_access_key');
    await refused({ colour: 'red' }, 'storage.colour');
    expect((await merchant.owner.post(PATH, { kind: 'storage', name: 'x', storage: { bucket: 'abc' } })).body.details[0].field).toBe(
      'storage.endpoint',
    );
    expect((await merchant.owner.post(PATH, { kind: 'storage', name: 'x' })).body.details[0].field).toBe('storage');
  });
});
