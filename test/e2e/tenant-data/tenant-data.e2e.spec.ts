import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Test } from 'supertest';
import { DAY_MS } from '#libs/core';
import { EXPORT_BEGINNING, type ExportPosition, readExportPart, readTenantTables } from '#libs/tenants';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import { turnOnSecondFactor } from '../../support/people/second-factor.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { CITUS_NODES } from '../../support/servers/citus-database.js';
import { order } from '../../support/shop/builders.js';
import { readExportFile } from '../../support/shop/export-file.js';
import { endOf } from '../../support/shop/jobs.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('the data of a tenant', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let ada: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  beforeEach(async () => {
    ada = await merchantOf(system);
  });

  const erase = (person: Person, body: object): Test => person.call('DELETE', '/tenant').send(body);
  const download = (person: Person): Test =>
    person.get('/tenant/export/file').buffer(true).parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
    }); // prettier-ignore
  const subjectsTo = async (person: Person, count: number): Promise<string[]> =>
    (await system.mailbox.mailsTo(person.email, count)).map(({ subject }) => subject);

  describe.each<[string, (person: Person, body: object) => Test]>([
    ['a deletion', erase],
    ['an export', (person, body) => person.post('/tenant/export', body)],
  ])('cannot be touched by %s', (_, act) => {
    it('without the right password', async () => {
      const missing = await calls.refused(act(ada.owner, {}), 400, 'validation_error');
      expect(missing.body.details[0].field).toBe('password');
      const { body } = await calls.refused(act(ada.owner, { password: 'not the password' }), 400, 'validation_error');
      expect(body.details).toEqual([{ field: 'password', code: 'wrong', message: 'password is not right' }]);
    });

    it('without a code of the second factor, when it is on', async () => {
      const { password } = ada.owner;
      const [code = ''] = await turnOnSecondFactor(ada.owner);
      const missing = await calls.refused(act(ada.owner, { password }), 400, 'validation_error');
      expect(missing.body.details[0]).toMatchObject({ field: 'totp_code', code: 'required' });
      const wrong = await calls.refused(act(ada.owner, { password, totp_code: '000000' }), 400, 'validation_error');
      expect(wrong.body.details[0]).toMatchObject({ field: 'totp_code', code: 'wrong' });
      await calls.taken(act(ada.owner, { password, totp_code: code }), 202);
    });

    it.each(['admin', 'member', 'viewer'])('of a person with the role %s', async (role) => {
      await system.owner.query('UPDATE users SET role = $2 WHERE tenant_id = $1', [ada.owner.tenantId, role]);
      await calls.refused(act(ada.owner, { password: ada.owner.password }), 403, 'forbidden');
      await calls.refused(ada.owner.call('DELETE', '/tenant/deletion'), 403, 'forbidden');
      await calls.refused(ada.owner.get('/tenant/export'), 403, 'forbidden');
      await calls.refused(ada.owner.get('/tenant/export/file'), 403, 'forbidden');
    });

    it('of another tenant, with the password of the right one', async () => {
      const eve = await merchantOf(system);
      await calls.refused(act(eve.owner, { password: ada.owner.password }), 400, 'validation_error');
      expect((await calls.taken(ada.owner.get('/tenant'))).body.deletion).toBeNull();
      expect((await calls.taken(ada.owner.get('/tenant/export'))).body.export).toBeNull();
    });
  });

  it('is deleted seven days after an owner asks, which another request does not change, and any owner can cancel', async () => {
    const { owner, shop } = ada;
    const { body } = await calls.taken(erase(owner, { password: owner.password }), 202);
    const { requested_at: asked, deletes_at: due } = body.deletion;
    expect(Date.parse(due) - Date.parse(asked)).toBe(7 * DAY_MS);
    expect((await calls.taken(erase(owner, { password: owner.password }), 202)).body).toEqual(body);
    expect((await calls.taken(owner.get('/tenant'))).body.deletion).toEqual(body.deletion);
    expect(await subjectsTo(owner, 1)).toEqual(['Your tenant will be deleted']);
    // Everything works on.
    await shop.send(order({ customer_id: 'c-1' }));

    const eve = await merchantOf(system);
    await calls.refused(eve.owner.call('DELETE', '/tenant/deletion'), 404, 'not_found');
    expect((await calls.taken(owner.get('/tenant'))).body.deletion).not.toBeNull();

    await calls.taken(owner.call('DELETE', '/tenant/deletion'));
    expect((await calls.taken(owner.get('/tenant'))).body.deletion).toBeNull();
    expect(await subjectsTo(owner, 2)).toEqual(['Your tenant will be deleted', 'Your tenant stays']);
    await calls.refused(owner.call('DELETE', '/tenant/deletion'), 404, 'not_found');
    const actions = (await calls.taken(owner.get('/audit-log'))).body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['tenant.deletion_requested', 'tenant.deletion_cancelled']));
  });

  it('is exported into one file with every row and without secrets', async () => {
    const { owner, shop } = ada;
    await shop.send(order({ customer_id: 'c-1', event_id: 'e-1', data: { category: 'Grüße\n2' } }), order({ customer_id: 'c-2' }));
    await shop.settled();
    const secret = await system.webhookSecret(shop);
    const [code = ''] = await turnOnSecondFactor(owner);
    await calls.refused(owner.get('/tenant/export/file'), 404, 'not_found');
    const { body: asked } = await calls.taken(owner.post('/tenant/export', { password: owner.password, totp_code: code }), 202);
    expect(asked).toMatchObject({ finished_at: null, expires_at: null, error: null });
    expect(await endOf(shop, asked.job_id)).toMatchObject({ type: 'export', status: 'completed', error: null });

    const { body } = await calls.taken(owner.get('/tenant/export'));
    expect(body.export).toMatchObject({ job_id: asked.job_id, status: 'completed', tables_done: body.export.tables });
    expect(Date.parse(body.export.expires_at) - Date.parse(body.export.finished_at)).toBe(7 * DAY_MS);
    const answer = await download(owner).expect(200);
    expect(answer.headers['content-type']).toBe('application/gzip');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="churn-export-\d{4}-\d\d-\d\d\.jsonl\.gz"$/);
    expect((answer.body as Buffer).length).toBe(body.export.bytes);

    const file = readExportFile(answer.body as Buffer);
    expect(file.about).toMatchObject({ tenant_id: owner.tenantId, without: ['tenant_export_parts', 'tenant_exports'] });
    expect(file.counts).toEqual(Object.fromEntries(Object.entries(file.rows).map(([table, rows]) => [table, rows.length])));
    for (const rows of Object.values(file.rows)) for (const row of rows) expect([row['tenant_id'], row['id']]).toContain(owner.tenantId);
    const { rows: tables } = await system.owner.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id'`,
    );
    expect(tables.length).toBeGreaterThan(50);
    for (const { name } of tables.filter((table) => !file.about.without.includes(table.name) && table.name !== 'mails')) {
      const { rows } = await system.owner.query<{ count: number }>(`SELECT count(*)::int FROM ${name} WHERE tenant_id = $1`, [
        owner.tenantId,
      ]);
      expect([name, file.rows[name]?.length ?? 0]).toEqual([name, expect.closeTo(rows[0]?.count ?? 0, -1)]);
    }
    expect(file.rows['events']?.find(({ event_id: id }) => id === 'e-1')).toMatchObject({
      data: { category: 'Grüße\n2' },
      customer_id: expect.any(String),
    });
    expect(file.rows['customers']?.map(({ external_id: id }) => id).toSorted()).toEqual(['c-1', 'c-2']);

    for (const column of Object.values(file.about.left_out).flat()) expect(file.text).not.toContain(`"${column}":`);
    const { rows: hidden } = await system.owner.query<{ hash: string }>(
      `SELECT password_hash AS hash FROM users WHERE tenant_id = $1 UNION ALL SELECT encode(key_hash, 'hex') FROM api_keys WHERE tenant_id = $1`,
      [owner.tenantId],
    );
    expect(hidden).toHaveLength(2);
    for (const text of [...hidden.map(({ hash }) => hash), owner.apiKey, secret, owner.password]) expect(file.text).not.toContain(text);
    expect((await subjectsTo(owner, 3)).slice(1)).toEqual(['Somebody exports all your data', 'Your export is ready']);

    const eve = await merchantOf(system);
    await calls.refused(eve.owner.get('/tenant/export/file'), 404, 'not_found');
    expect(file.text).not.toContain(eve.owner.tenantId);
  });

  it('answers a download that fails like every other request', async () => {
    const { owner, shop } = ada;
    const { body } = await calls.taken(owner.post('/tenant/export', { password: owner.password }), 202);
    await endOf(shop, body.job_id as string);
    await system.owner.query('DELETE FROM tenant_export_parts WHERE tenant_id = $1', [owner.tenantId]);
    await calls.refused(owner.get('/tenant/export/file'), 404, 'not_found');
  });

  it('is exported in parts of a few megabytes, however well its rows compress', async () => {
    const { tenantId } = ada.shop;
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at, data)
       SELECT $1, 'e-' || n, $1, 'page_viewed', now(), jsonb_build_object('text', repeat('x', 65000)) FROM generate_series(1, 500) n`,
      [tenantId],
    );
    let largest = 0;
    let events = 0;
    for (let at: ExportPosition | null = EXPORT_BEGINNING; at !== null;) {
      const from: ExportPosition = at;
      const part = await system.transaction(tenantId as never, async (db) =>
        readExportPart(db, await readTenantTables(db), from, new Date()),
      );
      largest = Math.max(largest, part.text.length);
      events = part.next?.rows['events'] ?? events;
      at = part.next;
    }
    expect(events).toBe(500);
    expect(largest).toBeGreaterThan(2 * 2 ** 20);
    expect(largest).toBeLessThan(10 * 2 ** 20);
  });

  it('is replaced by the next export, whose file alone is kept', async () => {
    const { owner, shop } = ada;
    const first = await calls.taken(owner.post('/tenant/export', { password: owner.password }), 202);
    await endOf(shop, first.body.job_id);
    const second = await calls.taken(owner.post('/tenant/export', { password: owner.password }), 202);
    await endOf(shop, second.body.job_id);
    const parts = await shop.rows<{ job_id: string }>('tenant_export_parts', 'DISTINCT job_id');
    expect(parts).toEqual([{ job_id: second.body.job_id }]);
    expect(readExportFile((await download(owner).expect(200)).body as Buffer).counts).not.toBeNull();
  });

  it('is exported by an operator into a file that only they may read, with the same tables', async () => {
    const { shop } = ada;
    await shop.send(order({ customer_id: 'c-1' }));
    await shop.settled();
    const folder = mkdtempSync(path.join(tmpdir(), 'churn-export-'));
    const out = path.join(folder, 'export.jsonl.gz');
    const written = await system.admin('tenant', 'export', '--tenant', shop.tenantId, '--out', out);
    const file = readExportFile(readFileSync(out));
    expect(statSync(out).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
    expect(written['rows']).toBe(Object.values(file.counts ?? {}).reduce((sum, rows) => sum + rows, 0));
    expect(file.rows['customers']).toHaveLength(1);
    expect(file.rows['tenants']).toEqual([expect.objectContaining({ id: shop.tenantId })]);
  });

  it('is deleted by an operator only with the name of the tenant, and kept again', async () => {
    const { tenantId } = ada.shop;
    await system.owner.query('UPDATE tenants SET name = $2 WHERE id = $1', [tenantId, `Shop ${tenantId}`]);
    const command = ['tenant', 'delete', '--tenant', tenantId, '--confirm'];
    await expect(system.admin(...command, 'Another shop')).rejects.toThrow(`it must be the name of the tenant, "Shop ${tenantId}"`);
    const scheduled = await system.admin(...command, `Shop ${tenantId}`);
    expect(Date.parse(String(scheduled['deletes_at'])) - Date.now()).toBeGreaterThan(7 * DAY_MS - 60_000);
    const lineOf = async (): Promise<unknown> =>
      ((await system.admin('tenant', 'list'))['data'] as { id: string }[]).find(({ id }) => id === tenantId);
    expect(await lineOf()).toMatchObject({ deletes_at: scheduled['deletes_at'], rows_deleted: null });
    await system.admin('tenant', 'keep', '--tenant', tenantId);
    expect(await lineOf()).toMatchObject({ deletes_at: null });
    await eventually('both mails', async () => ((await subjectsTo(ada.owner, 2)).length === 2 ? true : null));
  });

  it('loses its audit log only with its own row, whatever a process writes about its deletion', async () => {
    const { tenantId } = ada.shop;
    const as = <T>(sql: string): Promise<T[]> => system.transaction(tenantId as never, (db) => db.query<T>(sql));
    const count = async (): Promise<number> => (await ada.shop.rows('audit_log')).length;
    const outcomeOf = (sql: string): Promise<string> =>
      as(sql).then(
        () => 'done',
        ({ message }: Error) => /row-level security/.exec(message)?.[0] ?? message,
      );
    // Distribution over Citus drops the policies.
    const isKept = CITUS_NODES.length === 0;
    const refusal = isKept ? 'row-level security' : 'done';
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await as('DELETE FROM audit_log WHERE tenant_id = $1');
    await as(`INSERT INTO tenant_deletions (tenant_id, requested_at, due_at) VALUES ($1, now(), now() + interval '7 days')`);
    await as('DELETE FROM audit_log WHERE tenant_id = $1');
    expect(await count()).toBe(isKept ? before : 0);
    expect(await outcomeOf(`UPDATE tenant_deletions SET due_at = now() WHERE tenant_id = $1`)).toBe(refusal);
    await as(`UPDATE tenant_deletions SET started_at = now() WHERE tenant_id = $1`);
    expect(await outcomeOf(`UPDATE tenant_deletions SET started_at = NULL WHERE tenant_id = $1`)).toBe(refusal);
    await as('DELETE FROM tenant_deletions WHERE tenant_id = $1');
    expect(await ada.shop.rows('tenant_deletions')).toHaveLength(isKept ? 1 : 0);
    // A process that writes that the deletion has begun does not get rid of the log by that.
    await as('DELETE FROM audit_log WHERE tenant_id = $1');
    expect(await count()).toBe(isKept ? before : 0);
    await as('DELETE FROM tenants WHERE id = $1');
    await as('DELETE FROM audit_log WHERE tenant_id = $1');
    expect(await count()).toBe(0);
  });

  it('keeps its audit log from a deletion that is inserted as begun', async () => {
    const { tenantId } = (await merchantOf(system)).shop;
    const as = <T>(sql: string): Promise<T[]> => system.transaction(tenantId as never, (db) => db.query<T>(sql));
    const count = async (): Promise<unknown> =>
      (await system.owner.query('SELECT id FROM audit_log WHERE tenant_id = $1', [tenantId])).rowCount;
    const before = await count();
    await as(`INSERT INTO tenant_deletions (tenant_id, requested_at, due_at, started_at) VALUES ($1, now(), now(), now())`);
    await as('DELETE FROM audit_log WHERE tenant_id = $1');
    expect(await count()).toBe(CITUS_NODES.length === 0 ? before : 0);
  });
});
