import { Client } from 'pg';
import request from 'supertest';
import { readSecretKeys } from '#libs/config';
import { SEALED_COLUMNS, SecretBox, sealedPlace } from '#libs/tenants';
import type { TenantId } from '#libs/core';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { turnOnSecondFactor } from '../../support/people/second-factor.js';
import type { ChurnSystem } from '../../support/servers/churn-system.js';
import { describeMoves, describeRefusedMoves, STOPPED, TwoInstallations } from '../../support/installations/two-installations.js';
import { order } from '../../support/shop/builders.js';
import { countsOf, fillEmptyTables } from '../../support/shop/every-table.js';
import type { Shop } from '../../support/shop/shop.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignOf, fillWithScored, sent } from '../../support/webhooks/campaign-shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { lapsed, setEndpoint } from '../../support/webhooks/webhook-shop.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

const GONE_MS = 180_000;

describeRefusedMoves('moving a tenant of an installation with Citus', () => {
  it('is refused, and the tenant goes on', async () => {
    const both = await TwoInstallations.start();
    try {
      const ada = await merchantOf(both.here);
      await expect(both.move(ada.owner.tenantId)).rejects.toThrow('a move needs plain Postgres');
      await both.untilRunning(ada);
      expect(await both.stateHere(ada.owner.tenantId)).toBeNull();
      expect((await countsOf(both.there.owner, ada.owner.tenantId))['tenants']).toBe(0);
    } finally {
      await both.stop();
    }
  }, 180_000);
});

describeMoves('moving a tenant to another installation', () => {
  let both: TwoInstallations;
  let here: ChurnSystem;
  let there: ChurnSystem;
  let endpoint: WebhookEndpoint;
  let ada: Merchant;

  beforeAll(async () => {
    endpoint = await WebhookEndpoint.start();
    both = await TwoInstallations.start();
    ({ here, there } = both);
  }, 120_000);
  afterAll(async () => {
    await both?.stop();
    await endpoint?.stop();
  });
  beforeEach(async () => {
    await both.startAll();
    ada = await merchantOf(here);
  });

  /** Makes rows in many tables. @returns the webhook secret */
  async function fill({ shop, owner }: Merchant): Promise<string> {
    const { secret } = await here.admin('webhook-secret', 'create', '--tenant', shop.tenantId);
    await ConnectedShop.connect(here, 'generic', shop);
    await shop.send(order({ customer_id: 'cleo' }));
    await shop.call('PUT', '/customers/cleo/traits').send({ visits: 42 }).expect(200);
    await fillWithScored(here, shop.tenantId, 8);
    await owner.post('/members/invitations', { email: `friend-${owner.tenantId}@example.com` }).expect(201);
    await sent(owner, await campaignOf(owner, endpoint.url));
    return String(secret);
  }

  it('takes everything along: scores, lists, secrets, people, known events, and what was acknowledged while the move began', async () => {
    const { owner, shop } = ada;
    await setEndpoint(here, shop, endpoint.url);
    const history = [...lapsed('ada'), ...lapsed('bob').slice(0, 3), order({ customer_id: 'cleo' })];
    await shop.send(...history);
    const secret = await fill(ada);
    const { body: pseudonyms } = await shop.get('/events/pseudonym-key').expect(200);
    const [recoveryCode] = await turnOnSecondFactor(owner);
    await eventually('the relay', async () => ((await shop.rows('outbox', 'id')).length === 0 ? true : null));
    const answers = async (from: Shop): Promise<unknown> => [
      await from.churnOf('ada'),
      await from.churnOf('bob'),
      (await from.get('/customers?limit=200').expect(200)).body,
      (await from.get('/traits').expect(200)).body,
      (await from.get('/churn/model').expect(200)).body,
    ];
    const before = await answers(shop);

    // The rows are compared before a worker of the target changes one.
    await there.worker.stop();
    const posted: { event: object; status: number }[] = [];
    const moving = new AbortController();
    const posting = (async (): Promise<void> => {
      while (!moving.signal.aborted) {
        const event = order({ customer_id: 'dora', event_type: 'page_viewed', value: undefined });
        posted.push({ event, status: (await shop.post('/events', { events: [event] })).status });
      }
    })();
    const moved = await both.move(shop.tenantId);
    moving.abort();
    await posting;
    expect([...new Set(posted.map(({ status }) => status))]).toEqual([202, 503]);
    const acknowledged = posted.filter(({ status }) => status === 202).map(({ event }) => event);
    expect(moved).toMatchObject({ tenant_id: shop.tenantId, state: 'moved' });
    expect(moved['rows']).toBeGreaterThan(history.length);
    expect(moved['secrets']).toBeGreaterThanOrEqual(3);
    expect(await both.answersHere(ada)).toEqual(STOPPED);

    const sourceRows = await countsOf(here.owner, shop.tenantId);
    const targetRows = await countsOf(there.owner, shop.tenantId);
    expect({ ...targetRows, audit_log: targetRows['audit_log']! - 1 }).toEqual(sourceRows);
    const target = both.atTarget(shop);
    // Scores that waited come later.
    expect(((await answers(target)) as unknown[]).slice(0, 2)).toEqual((before as unknown[]).slice(0, 2));
    await there.worker.start();
    await target.settled();
    const after = (await answers(target)) as { data?: { external_id: string }[] }[];
    const ofBefore = (before as { data?: { external_id: string }[] }[])[2]?.data;
    expect(after[2]?.data?.filter(({ external_id: id }) => id !== 'dora')).toEqual(ofBefore);
    expect([after[3], after[4]]).toEqual([(before as unknown[])[3], (before as unknown[])[4]]);

    for (let from = 0; from < acknowledged.length; from += 100) {
      const events = acknowledged.slice(from, from + 100);
      expect((await target.post('/events', { events }).expect(202)).body).toMatchObject({ accepted: 0, duplicates: events.length });
    }
    expect((await target.post('/events', { events: history }).expect(202)).body).toMatchObject({ accepted: 0, duplicates: history.length });
    expect((await target.get('/events/pseudonym-key').expect(200)).body).toEqual(pseudonyms);
    const { status } = await request(there.api.url)
      .post('/auth/login')
      .send({ email: owner.email, password: owner.password, totp_code: recoveryCode });
    expect(status).toBe(200);

    const seen = endpoint.received.length;
    await target.send(...lapsed('eve'));
    const [told] = await endpoint.until(1, (each) => endpoint.received.indexOf(each) >= seen && each.json['customer_id'] === 'eve');
    expect(told?.headers['x-service-signature']).toBe(sha256Signature(secret, told?.body ?? ''));

    await expect(both.move(shop.tenantId)).rejects.toThrow('the tenant was moved already');
    expect(await both.answersHere(ada)).toEqual(STOPPED);
  }, 180_000);

  it('deletes what is left at the source without a word to the people and the platform, and the target goes on', async () => {
    const { owner, shop } = ada;
    await ConnectedShop.connect(here, 'generic', shop);
    await shop.send(order());
    const { name } = (await owner.get('/settings').expect(200)).body as { name: string };
    await both.move(shop.tenantId);
    const mails = here.mailbox.mails.filter(({ to }) => to.includes(owner.email)).length;
    await here.admin('tenant', 'delete', '--tenant', shop.tenantId, '--confirm', name, '--now');
    await eventually(
      'the end',
      async () => (Object.values(await countsOf(here.owner, shop.tenantId)).every((rows) => rows === 0) ? true : null),
      GONE_MS,
    );
    expect(here.mailbox.mails.filter(({ to }) => to.includes(owner.email))).toHaveLength(mails);
    expect(here.worker.output).not.toContain('storefront.disconnected');
    expect((await both.atTarget(shop).get('/customers').expect(200)).body.data).toHaveLength(1);
  }, 240_000);

  it('copies every table of the schema, and seals every secret with the key of the target', async () => {
    const { tenantId } = ada.owner;
    await fill(ada);
    await here.owner.query(`DELETE FROM mails WHERE tenant_id = $1`, [tenantId]);
    await Promise.all([here.api.stop(), here.worker.stop(), there.worker.stop()]);
    // Rows without their parents, so that no table stays empty.
    const fresh = new Client({ connectionString: there.ownerUrl });
    await fresh.connect();
    const { rows: databases } = await fresh.query<{ name: string }>('SELECT current_database() AS name');
    const setReplication = (to: string) => fresh.query(`ALTER DATABASE ${databases[0]?.name} ${to}`);
    const box = { here: new SecretBox(readSecretKeys(both.keys.here) ?? []), there: new SecretBox(readSecretKeys(both.keys.there) ?? []) };
    const sealed: Record<string, string> = {};
    const id = '018f0000-0000-7000-8000-000000000001';
    for (const { table, ciphertext, keyId } of SEALED_COLUMNS) {
      const { ciphertext: bytes, keyId: key } = box.here.seal(`secret of ${table}`, sealedPlace(table, tenantId as TenantId, id));
      Object.assign(sealed, {
        [`${table}.id`]: `'${id}'`,
        [`${table}.${ciphertext}`]: `'\\x${bytes.toString('hex')}'`,
        [`${table}.${keyId}`]: `'${key}'`,
      });
    }
    await fillEmptyTables(here.owner, tenantId, { ...sealed, 'tenant_deletions.due_at': 'now()' });
    // A tenant that will be deleted cannot be moved.
    await expect(both.move(tenantId)).rejects.toThrow('the tenant will be deleted');
    await here.owner.query('DELETE FROM tenant_deletions WHERE tenant_id = $1', [tenantId]);
    const before = await countsOf(here.owner, tenantId);
    expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual(['tenant_deletions']);
    await setReplication('SET session_replication_role = replica');
    try {
      await both.move(tenantId);
    } finally {
      await setReplication('RESET session_replication_role');
      await fresh.end();
    }
    const after = await countsOf(there.owner, tenantId);
    expect({ ...after, audit_log: after['audit_log']! - 1 }).toEqual(before);
    for (const { table, ciphertext, keyId } of SEALED_COLUMNS) {
      const { rows } = await there.owner.query<{ id: string; bytes: Buffer; key: string }>(
        `SELECT id, ${ciphertext} AS bytes, ${keyId} AS key FROM ${table} WHERE tenant_id = $1 AND ${ciphertext} IS NOT NULL`,
        [tenantId],
      );
      for (const row of rows) {
        const place = sealedPlace(table, tenantId as TenantId, row.id);
        expect(box.there.open({ keyId: row.key, ciphertext: row.bytes }, place)).not.toBe('');
        expect(() => box.here.open({ keyId: row.key, ciphertext: row.bytes }, place)).toThrow('is not available');
      }
    }
  }, 120_000);

  it('waits for a transaction that began before, and moves what it writes', async () => {
    const { tenantId } = ada.owner;
    const writer = new Client({ connectionString: here.databaseUrl });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query(`SET LOCAL app.tenant_id = '${tenantId}'`);
    await writer.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at) VALUES ('${tenantId}', 'late', gen_random_uuid(), 'page_viewed', now())`,
    );
    let ended = false;
    const moving = both.move(tenantId).finally(() => (ended = true));
    await new Promise((resolve) => setTimeout(resolve, 9000));
    expect(ended).toBe(false);
    await writer.query('COMMIT');
    await writer.end();
    await moving;
    const { rows } = await there.owner.query('SELECT event_id FROM events WHERE tenant_id = $1', [tenantId]);
    expect(rows).toEqual([{ event_id: 'late' }]);
  }, 90_000);
});
