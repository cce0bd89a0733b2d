import { randomUUID } from 'node:crypto';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { campaignOf } from '../../support/webhooks/campaign-shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { addTrigger } from '../../support/servers/triggers.js';

/** Steps that each big tenant has, and the time of a step: 40 s together, where the slice of a tenant ends after 5 s. */
const STEPS = 20;
const STEP_S = 2;
/** Two slices, a step that goes on beyond each of them, and some time for a slow machine. */
const LONGEST_MS = 20_000;

const SLOW = `PERFORM pg_sleep(${STEP_S}); RETURN NULL`;

// A step takes the events of a thousand customers.
const ADD_EVENTS = `
INSERT INTO outbox (tenant_id, id, customer_id, sequence, event, payload, created_at)
SELECT $1, gen_random_uuid(), gen_random_uuid(), 1, 'profile.changed', '{"event": "profile.changed"}', now() FROM generate_series(1, $2)`;
const ADD_SEND = `
INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, name, window_days, sent_at) VALUES ($1, $2, $3, 'schedule', 'Win back', 90, now())`;
const ADD_PARTS = `
INSERT INTO campaign_parts (tenant_id, send_id, part, customer_ids, chosen_as, recipients_count, holdout_count)
SELECT $1, $2, n, '{}', '{}', 0, 0 FROM generate_series(1, $3) n`;

describe('a tenant that comes after others with much work', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());

  const untilNone = (table: string, tenantId: string): Promise<true> =>
    eventually(
      `the rows of ${table}`,
      async () => {
        const { rows } = await system.owner.query(`SELECT FROM ${table} WHERE tenant_id = $1 LIMIT 1`, [tenantId]);
        return rows.length === 0 ? true : null;
      },
      LONGEST_MS,
    );

  it('has its outbox events relayed after a slice of each', async () => {
    const tenants = await Promise.all(Array.from({ length: 5 }, async () => (await merchantOf(system)).owner.tenantId));
    const [last, ...others] = tenants.toSorted().toReversed() as [string, ...string[]];
    const removeTrigger = await addTrigger(system.owner, 'outbox', ['AFTER DELETE', 'FOR EACH STATEMENT'], SLOW);
    for (const tenantId of others) await system.owner.query(ADD_EVENTS, [tenantId, 1000 * STEPS]);
    await system.owner.query(ADD_EVENTS, [last, 1]);
    expect(await untilNone('outbox', last)).toBe(true);
    await removeTrigger();
  }, 120_000);

  it('has its campaign parts delivered after a slice of each', async () => {
    const owners = (await Promise.all(Array.from({ length: 3 }, () => merchantOf(system)))).map(({ owner }) => owner);
    const [last, ...others] = owners.toSorted((one, other) => (one.tenantId < other.tenantId ? 1 : -1)) as [
      (typeof owners)[0],
      ...typeof owners,
    ];
    const removeTrigger = await addTrigger(system.owner, 'campaign_parts', ['AFTER UPDATE', 'FOR EACH STATEMENT'], SLOW);
    for (const [owner, parts] of [...others.map((each) => [each, STEPS] as const), [last, 1] as const]) {
      const [campaignId, sendId] = [await campaignOf(owner, 'https://hooks.example.com/a'), randomUUID()];
      await system.owner.query(ADD_SEND, [owner.tenantId, sendId, campaignId]);
      await system.owner.query(ADD_PARTS, [owner.tenantId, sendId, parts]);
    }
    expect(await untilNone(`(SELECT * FROM campaign_parts WHERE state = 'open') open`, last.tenantId)).toBe(true);
    await removeTrigger();
  }, 120_000);
});
