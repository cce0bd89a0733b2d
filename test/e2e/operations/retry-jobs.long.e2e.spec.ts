import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#libs/core';
import { KlaviyoSimulator } from '../../support/destinations/klaviyo-simulator.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { addTrigger } from '../../support/servers/triggers.js';
import { endOf, jobOf } from '../../support/shop/jobs.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';
import type { Shop } from '../../support/shop/shop.js';
import { modelOf, until } from '../../support/shop/simulated-shop.js';
import { fillWithScored } from '../../support/webhooks/campaign-shop.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';

const CANCELLED = 'cancelled by the operator; the work done so far is kept';
/** Enough for a fit. */
const MANY = 1200;
/** Lists of 500 customers in a nightly pass. They keep the pass busy until the command comes, also on a slow machine. */
const LISTS = 20;
/** Ten sweeps: what is due begins within one. */
const SWEEPS_MS = 2000;
interface StoredJob {
  readonly id: string;
  readonly type: string;
  readonly status: string;
}

describe('an operator who retries', () => {
  let system: ChurnSystem;
  let klaviyo: KlaviyoSimulator;
  beforeAll(async () => {
    klaviyo = await KlaviyoSimulator.start();
    remember(klaviyo.key);
    system = await ChurnSystem.start({ ...deliverySettings(200), KLAVIYO_BASE_URL: klaviyo.url, FIT_MODELS: 'true' });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await klaviyo.stop();
  });

  const command = (verb: 'cancel' | 'retry', shop: Shop, id: string) => system.admin('job', verb, '--tenant', shop.tenantId, '--id', id);
  const jobsOf = async (shop: Shop, type: string): Promise<StoredJob[]> =>
    (await shop.rows<StoredJob>('churn_jobs', 'id, type, status')).filter((job) => job.type === type);

  it('a fit gets the model that the cancelled one did not make, and no fit begins before', async () => {
    const shop = await system.shop();
    await system.worker.stop();
    await fillWithCustomers(system.owner, shop.tenantId, MANY);
    await system.owner.query('UPDATE customers SET orders_count = 1 WHERE tenant_id = $1', [shop.tenantId]);
    await system.owner.query('UPDATE model_fits SET look_at = now() WHERE tenant_id = $1', [shop.tenantId]);
    await system.worker.start();
    await until('a fit', () => shop.isHeld('fit'));
    await system.worker.kill();
    const [fit] = await jobsOf(shop, 'fit');
    expect(fit).toMatchObject({ status: 'running' });
    const id = fit?.id ?? '';
    await command('cancel', shop, id);
    await system.worker.start();
    await sleep(SWEEPS_MS);
    expect(await jobOf(shop, id)).toMatchObject({ status: 'failed', error: CANCELLED });
    expect([await shop.rows('models', 'version'), await jobsOf(shop, 'fit')]).toEqual([[], [expect.objectContaining({ id })]]);
    expect(await command('retry', shop, id)).toMatchObject({ type: 'fit', status: 'running' });
    await expect(command('retry', shop, id)).rejects.toThrow('only a failed job can be tried again');
    expect(await endOf(shop, id, 60_000)).toMatchObject({ type: 'fit', status: 'completed', error: null });
    expect((await modelOf(shop)).trained_at).not.toBeNull();
    expect(await jobsOf(shop, 'fit')).toHaveLength(1);
  }, 120_000);

  it('a resync pushes every profile, and is refused while another one of the destination is open', async () => {
    const { owner, shop } = await merchantOf(system);
    await fillWithScored(system, shop.tenantId, 8);
    const { body } = await owner.post('/settings/destinations', { kind: 'klaviyo', name: 'Mails', key: klaviyo.key }).expect(201);
    const resync = async (): Promise<string> =>
      String((await owner.post(`/settings/destinations/${body.id}/resync`).expect(202)).body.job_id);
    await until('the first resync', async () => (await jobsOf(shop, 'resync')).every(({ status }) => status === 'completed') && klaviyo.profiles.size === 8); // prettier-ignore
    await system.worker.stop();
    klaviyo.profiles.clear();
    const id = await resync();
    await command('cancel', shop, id);
    await system.worker.start();
    await sleep(SWEEPS_MS);
    expect(await jobOf(shop, id)).toMatchObject({ status: 'failed', error: CANCELLED, processed: 0 });
    expect(klaviyo.profiles.size).toBe(0);

    await system.worker.stop();
    const other = await resync();
    expect(other).not.toBe(id);
    await expect(command('retry', shop, id)).rejects.toThrow(`the job ${other} does the same already`);
    await command('cancel', shop, other);
    expect(await command('retry', shop, id)).toMatchObject({ type: 'resync', status: 'queued' });
    await system.worker.start();
    expect(await endOf(shop, id, 60_000)).toMatchObject({ type: 'resync', status: 'completed', processed: 8, error: null });
    await until('the profiles', () => Promise.resolve(klaviyo.profiles.size === 8));
    expect(await jobOf(shop, other)).toMatchObject({ status: 'failed' });
  }, 120_000);

  it('a nightly pass goes on where it stopped, and the day gets no second one', async () => {
    const shop = await system.shop();
    await fillWithCustomers(system.owner, shop.tenantId, LISTS * 500);
    const { job_id: first } = await shop.client().recalculate({ force: true });
    await endOf(shop, first, 60_000);
    await system.owner.query('UPDATE customers SET due_on = current_date + 1 WHERE tenant_id = $1', [shop.tenantId]);
    const slow = ['AFTER UPDATE', 'FOR EACH STATEMENT'] as const;
    const removeTrigger = await addTrigger(system.owner, 'churn_job_parts', slow, 'PERFORM pg_sleep(3); RETURN NULL');
    let pass: StoredJob | undefined;
    try {
      // Moves the clock to noon of the next day.
      const noon = new Date();
      noon.setUTCHours(12, 0, 0, 0);
      await system.setClock(noon.getTime() + DAY_MS - Date.now());
      const stepped = async (): Promise<boolean> => {
        pass = (await jobsOf(shop, 'nightly'))[0];
        return pass !== undefined && (await jobOf(shop, pass.id)).processed > 0;
      };
      await until('the first step of the pass', stepped);
      await command('cancel', shop, pass?.id ?? '');
    } finally {
      // Waits for the step that runs, which updates the table.
      await removeTrigger();
    }
    const id = pass?.id ?? '';
    const doneParts = async (): Promise<number> => (await shop.rows<{ job: string; done: boolean }>('churn_job_parts', 'job_id AS job, done')).filter(({ job, done }) => job === id && done).length; // prettier-ignore
    await sleep(SWEEPS_MS);
    const done = await doneParts();
    expect(done).toBeLessThan(LISTS);
    expect(await jobOf(shop, id)).toMatchObject({ status: 'failed', error: CANCELLED });
    expect(await jobsOf(shop, 'nightly')).toHaveLength(1);
    expect(await command('retry', shop, id)).toMatchObject({ type: 'nightly', status: 'queued' });
    expect(await endOf(shop, id, 60_000)).toMatchObject({
      type: 'nightly',
      status: 'completed',
      queued: LISTS * 500,
      processed: LISTS * 500,
      failed: 0,
    });
    expect(await doneParts()).toBe(LISTS);
    expect(await jobsOf(shop, 'nightly')).toHaveLength(1);
  }, 120_000);
});
