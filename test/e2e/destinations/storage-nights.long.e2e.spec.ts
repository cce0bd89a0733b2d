import { DAY_MS } from '#libs/core';
import { StorageServer } from '../../support/destinations/storage-server.js';
import { StorageShop } from '../../support/destinations/storage-shop.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { fillWithScored } from '../../support/webhooks/campaign-shop.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';

const PATIENCE_MS = 90_000;

describe('the files of a storage', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let server: StorageServer;
  let shop: StorageShop;

  beforeAll(async () => {
    server = await StorageServer.start();
    system = await ChurnSystem.start({ ...deliverySettings(200), NIGHTLY_HOUR_UTC: '0' });
    calls = await DocumentedCalls.load(system.api.url);
  }, 120_000);
  afterAll(async () => {
    await system.stop();
    await server.stop();
  });
  beforeEach(async () => {
    const merchant = await merchantOf(system);
    await fillWithScored(system, merchant.owner.tenantId, 20);
    shop = new StorageShop(merchant, server, calls);
  });
  afterEach(() => server.release());

  it('are written anew after a worker was killed in the middle, whose files no manifest names', async () => {
    server.hold(/\/campaign_assignments-/);
    const id = await shop.connect();
    await eventually('the second table', () => Promise.resolve(server.heldCount > 0 || null));
    expect(await server.keys(shop.bucket)).toEqual([expect.stringMatching(/\/customers-00001\.parquet$/)]);
    const [ofTheDead] = await server.keys(shop.bucket);
    await system.worker.kill();
    server.release();
    expect(await shop.manifests()).toEqual([]);
    await expect(shop.manifest()).rejects.toThrow(/404/);
    expect((await shop.read(id))['last_snapshot']).toMatchObject({ status: 'running', bytes: null });
    await system.worker.start();
    // The lease of the dead worker has to run out first.
    const run = await eventually(
      'the next run',
      async () => {
        const last = (await shop.read(id))['last_snapshot'] as { status: string; customers: number };
        return last.status === 'completed' ? last : null;
      },
      PATIENCE_MS,
    );
    expect(run.customers).toBe(20);
    const { tables } = await shop.manifest();
    expect(tables.flatMap(({ files }) => files.map(({ key }) => key))).not.toContain(ofTheDead);
    expect(await shop.manifests()).toHaveLength(1);
  });

  it('come once each night, after the scores of the day', async () => {
    const id = await shop.connect();
    await shop.ended(id);
    await system.worker.kill();
    const [today] = await jobsOf(shop);
    await system.worker.start({ TEST_CLOCK_OFFSET_MS: String(DAY_MS) });
    const night = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    await eventually('the files of the night', async () => (await shop.manifest()).snapshot_at.startsWith(night) || null, PATIENCE_MS);
    expect((await shop.manifests()).filter((key) => key.includes(`/date=${night}/`))).toHaveLength(1);
    const jobs = (await jobsOf(shop)).filter(({ created_at }) => created_at > today!.created_at);
    const scores = jobs.find(({ type, day }) => type === 'nightly' && day === night);
    const files = jobs.filter(({ type, created_at }) => type === 'snapshot' && created_at >= scores!.created_at);
    expect(files).toHaveLength(1);
    expect(files[0]!.created_at.getTime()).toBeGreaterThanOrEqual(scores!.finished_at!.getTime());
  });
});

interface Job {
  readonly type: string;
  /** UTC day of a nightly pass. */
  readonly day: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** Returns the jobs of the shop, the oldest first. */
const jobsOf = async ({ merchant }: StorageShop): Promise<Job[]> =>
  (await merchant.shop.rows<Job>('churn_jobs', 'type, pass_day::text AS day, created_at, finished_at')).toSorted(
    (a, b) => a.created_at.getTime() - b.created_at.getTime(),
  );
