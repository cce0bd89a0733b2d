import { CITUS_NODES } from '../../support/servers/citus-database.js';
import { FIRST_ID, LAST_ID, newId, toTenantId } from '#libs/core';
import { forgetAudit } from '../../../apps/scoring-worker/src/erasing/old/forget-audit.sql.js';
import { forgetJobs } from '../../../apps/scoring-worker/src/runner/jobs/forget-jobs.sql.js';
import { forgetSends } from '../../../apps/scoring-worker/src/campaigns/forget-recipients.sql.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { answer as answers, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { lapsed, setEndpoint } from '../../support/webhooks/webhook-shop.js';
import { moved } from '../../support/waiting/moved.js';
import { order } from '../../support/shop/builders.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('rows that a tenant could make without end', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
  });

  const idsOf = (count: number): string[] => Array.from({ length: count }, () => newId());
  const count = async (table: string, where = 'true'): Promise<number> => {
    const { rows } = await system.owner.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = $1 AND ${where}`,
      [merchant.owner.tenantId],
    );
    return rows[0]?.count ?? 0;
  };
  const isLogged = (action: string, entries: number): Promise<unknown> =>
    system.owner.query(
      `INSERT INTO audit_log (tenant_id, id, at, action, actor_kind, details) SELECT $1, id, now(), $2, 'user', '{}' FROM unnest($3::uuid[]) id`,
      [merchant.owner.tenantId, action, idsOf(entries)],
    );

  describe('in the audit log', () => {
    it('end a change that a person has made a thousand times within a day with 429, and nothing changes', async () => {
      await isLogged('settings.changed', 999);
      await calls.taken(merchant.owner.call('PATCH', '/settings').send({ horizon_days: 60 }));
      const answer = await calls.refused(merchant.owner.call('PATCH', '/settings').send({ horizon_days: 70 }), 429, 'quota_exceeded');
      expect(answer.body.message).toMatch(/^the audit log takes at most 1000 entries of settings.changed within 24 hours/);
      expect(Number(answer.headers['retry-after'])).toBe(3600);
      expect((await merchant.owner.get('/settings')).body).toMatchObject({ horizon_days: 60 });
      await merchant.owner.post('/tenant/api-keys', { name: 'Till', scope: 'ingest' }).expect(201);
      const other = await merchantOf(system);
      await other.owner.call('PATCH', '/settings').send({ horizon_days: 70 }).expect(200);
    });

    it('never keep a person from signing in: there is one entry a minute then', async () => {
      await isLogged('user.logged_in', 1000);
      const before = await count('audit_log', `action = 'user.logged_in'`);
      await merchant.owner.again();
      expect(await count('audit_log', `action = 'user.logged_in'`)).toBe(before);
      await system.owner.query(`UPDATE audit_log SET at = ${moved('at', `- interval '2 minutes'`)} WHERE tenant_id = $1`, [
        merchant.owner.tenantId,
      ]);
      await merchant.owner.again();
      expect(await count('audit_log', `action = 'user.logged_in'`)).toBe(before + 1);
    });

    it('go after 400 days, and younger ones stay whatever a process asks for', async () => {
      const tenantId = toTenantId(merchant.owner.tenantId);
      const old = new Date(Date.now() - 401 * 86_400_000);
      const oldId = `${old
        .getTime()
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;
      await system.owner.query(
        `INSERT INTO audit_log (tenant_id, id, at, action, actor_kind, details) VALUES ($1, $2, $3, 'settings.changed', 'user', '{}')`,
        [tenantId, oldId, old],
      );
      const young = await count('audit_log', `at > now() - interval '1 day'`);
      expect(young).toBeGreaterThan(0);
      await system.transaction(tenantId, (db) => forgetAudit(db, new Date(Date.now() + 500 * 86_400_000)));
      // Distribution over Citus drops the policies.
      const kept = CITUS_NODES.length === 0 ? young : 0;
      expect([await count('audit_log'), await count('audit_log', `id = '${oldId}'`)]).toEqual([kept, 0]);
    });
  });

  describe('as jobs', () => {
    const hasJobs = (jobs: number, finished: string | null): Promise<unknown> =>
      system.owner.query(
        `INSERT INTO churn_jobs (tenant_id, id, type, status, created_at, finished_at)
         SELECT $1, id, 'recalculate', 'completed', now(), $3::timestamptz FROM unnest($2::uuid[]) id`,
        [merchant.owner.tenantId, idsOf(jobs), finished],
      );

    it('are at most 10000 recalculations a day', async () => {
      await hasJobs(10_000, new Date().toISOString());
      const { body } = await calls.refused(merchant.shop.post('/churn/recalculate', {}), 429, 'quota_exceeded');
      expect(body.message).toMatch(/^a tenant asks for at most 10000 recalculations within 24 hours/);
    });

    it('stay for a day, and then only the newest 10000 finished ones', async () => {
      await hasJobs(30, new Date(Date.now() - 2 * 86_400_000).toISOString());
      await hasJobs(10_000, new Date().toISOString());
      await system.transaction(toTenantId(merchant.owner.tenantId), (db) => forgetJobs(db, new Date()));
      expect(await count('churn_jobs')).toBe(10_000);
    });

    it('keep the list of their customers until a day after they failed, and are not retried without it', async () => {
      await merchant.shop.send(order({ customer_id: 'c-1' }));
      const tenantId = toTenantId(merchant.owner.tenantId);
      const [old, young] = idsOf(2);
      for (const [id, hours] of [
        [old, 25],
        [young, 23],
      ] as const) {
        await system.owner.query(
          `INSERT INTO churn_jobs (tenant_id, id, type, status, queued, created_at, finished_at)
           VALUES ($1, $2, 'recalculate', 'failed', 1, now(), now() - $3 * interval '1 hour')`,
          [tenantId, id, hours],
        );
        await system.owner.query(
          `INSERT INTO churn_job_parts (tenant_id, job_id, part, after_id, until_id, customer_ids)
           SELECT $1, $2, 0, '${FIRST_ID}', '${LAST_ID}', array_agg(id) FROM customers WHERE tenant_id = $1`,
          [tenantId, id],
        );
      }
      await system.transaction(tenantId, (db) => forgetJobs(db, new Date()));
      expect(await merchant.shop.rows('churn_job_parts', 'job_id')).toEqual([{ job_id: young }]);
      const retry = (id: string | undefined) => system.admin('job', 'retry', '--tenant', tenantId, '--id', String(id));
      await expect(retry(old)).rejects.toThrow('the list of the customers of this job is deleted a day after it failed');
      expect(await retry(young)).toMatchObject({ status: 'queued' });
    });
  });

  it('as sendings of campaigns: those without a kept recipient go after 400 days', async () => {
    const tenantId = toTenantId(merchant.owner.tenantId);
    const input = { name: 'Back', webhook_url: 'https://shop.example.com/hook', audience: {} };
    const campaign = await merchant.owner.post('/campaigns', input).expect(201);
    const { id } = campaign.body as { id: string };
    const [empty, waiting, kept, young] = idsOf(4);
    await system.owner.query(
      `INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, name, window_days, sent_at, thinned)
       SELECT $1, s.id, $2, 'schedule', 'Back', 30, now(), s.thinned FROM unnest($3::uuid[], $4::boolean[]) AS s (id, thinned)`,
      [tenantId, id, [empty, waiting, kept, young], [true, true, true, false]],
    );
    for (const [send, state] of [
      [empty, 'undelivered'],
      [waiting, 'sending'],
    ] as const)
      await system.owner.query(
        `INSERT INTO campaign_parts (tenant_id, send_id, part, customer_ids, chosen_as, recipients_count, holdout_count, state)
         VALUES ($1, $2, 0, '{}', '{}', 0, 0, $3)`,
        [tenantId, send, state],
      );
    await system.owner.query(
      `INSERT INTO campaign_recipients (tenant_id, campaign_id, customer_id, send_id, part, holdout, sent_at) VALUES ($1, $2, $3, $4, 0, false, now())`,
      [tenantId, id, newId(), kept],
    );
    const forget = (days: number) => system.transaction(tenantId, (db) => forgetSends(db, new Date(Date.now() + days * 86_400_000)));
    const left = async () => (await merchant.shop.rows<{ id: string }>('campaign_sends', 'id')).map((send) => send.id).toSorted();
    await forget(399);
    expect(await left()).toHaveLength(4);
    await forget(401);
    expect(new Set(await left())).toEqual(new Set([waiting, kept, young]));
    expect(await merchant.shop.rows('campaign_parts', 'send_id')).toEqual([{ send_id: waiting }]);
  });

  it('as mails about webhooks that were switched off: the first at once, the others in a digest', async () => {
    const { owner, shop } = merchant;
    await system.webhookSecret(shop);
    const endpoint = await WebhookEndpoint.start();
    endpoint.behaviour = answers(410);
    const host = `127.0.0.1:${endpoint.port}`;
    try {
      await setEndpoint(system, shop, endpoint.url);
      for (let round = 1; round <= 4; round += 1) {
        await owner.call('PATCH', '/settings/webhook').send({ enabled: true }).expect(200);
        await shop.send(...lapsed(`c-${round}`));
        await eventually('the webhook is switched off', async () => {
          const { body } = await owner.get('/settings/webhook');
          return (body as { enabled: boolean }).enabled ? null : true;
        });
      }
    } finally {
      await endpoint.stop();
    }
    const subjects = async (): Promise<string[]> => (await system.mailbox.mailsTo(owner.email)).map(({ subject }) => subject);
    await eventually('the first mail', async () =>
      (await subjects()).includes(`Webhooks to ${host} have been switched off`) ? true : null,
    );
    await system.owner.query('UPDATE mails SET next_attempt_at = now() WHERE tenant_id = $1', [owner.tenantId]);
    await eventually('the digest', async () => ((await subjects()).includes('3 more changes in your tenant') ? true : null));
    expect((await subjects()).filter((subject) => subject.includes('switched off'))).toHaveLength(1);
  }, 60_000);

  it('as mails about keys: the first at once, the others in a digest an hour', async () => {
    const { owner } = merchant;
    for (let i = 0; i < 6; i += 1) await owner.post('/tenant/api-keys', { name: `Key ${i}`, scope: 'read' }).expect(201);
    const mails = async (subject: RegExp): Promise<string[]> => {
      await system.mailbox.mailsTo(owner.email);
      return system.mailbox.mails.filter((mail) => mail.to.includes(owner.email) && subject.test(mail.subject)).map(({ body }) => body);
    };
    await eventually('the first mail', async () => ((await mails(/^There is a new API key$/)).length === 1 ? true : null));
    // The row of the first one goes a moment after the mail.
    await eventually('one mail that waits', async () => ((await count('mails', 'next_attempt_at > now()')) === 1 ? true : null));
    await system.owner.query('UPDATE mails SET next_attempt_at = now() WHERE tenant_id = $1', [owner.tenantId]);
    const [digest = ''] = await eventually('the digest', async () => {
      const found = await mails(/^5 more changes in your tenant$/);
      return found.length > 0 ? found : null;
    });
    for (let i = 1; i < 6; i += 1) expect(digest).toContain(`Key ${i}`);
    expect(await mails(/^There is a new API key$/)).toHaveLength(1);
    // Another kind does not wait behind them.
    await owner.post('/tenant/api-key/regenerate').expect(200);
    await eventually('the other mail', async () => ((await mails(/^Your API key has been replaced$/)).length === 1 ? true : null));
  }, 60_000);
});
