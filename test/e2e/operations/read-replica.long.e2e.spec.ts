import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Database } from '#libs/database';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { metric, operatorPorts } from '../../support/servers/operator.js';
import { OwnPostgres } from '../../support/servers/own-postgres.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import type { Shop } from '../../support/shop/shop.js';

const MAX_LAG_MS = 1000;
/** The longest that a caller may wait for an answer, after any failure of a server. */
const ANSWER_MS = 6000;
const READS = ['/customers?limit=5', '/customers?external_id_prefix=c', '/churn/analytics?period=7d'];

const externalIds = (body: unknown): string[] => (body as { data: { external_id: string }[] }).data.map((customer) => customer.external_id);

/** Callers who read one thing after the other until they are stopped. */
class Readers {
  readonly failures: string[] = [];
  answered = 0;
  private stopping = false;
  private readonly loops: Promise<void>[];

  constructor(private readonly shop: Shop) {
    this.loops = Array.from({ length: 4 }, () => this.read());
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.loops);
  }

  async goOn(): Promise<void> {
    const before = this.answered;
    await eventually('readers are answered', () => (this.answered > before + 20 ? true : null));
  }

  private async read(): Promise<void> {
    for (let i = 0; !this.stopping; i += 1) {
      const startedAt = performance.now();
      const answer = await this.shop.get(READS[i % READS.length] ?? '');
      const ms = performance.now() - startedAt;
      if (answer.status !== 200 || ms > ANSWER_MS) this.failures.push(`${answer.status} after ${Math.round(ms)} ms ${answer.text}`);
      this.answered += 1;
    }
  }
}

describe('a read replica', () => {
  let folder: string;
  let primary: OwnPostgres;
  let replica: OwnPostgres;
  let system: ChurnSystem;
  let api: ServiceProcess;
  let shop: Shop;
  let operator: string;
  let behind: Client;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'churn-replica-'));
    chmodSync(folder, 0o755);
    primary = await OwnPostgres.start(path.join(folder, 'primary'));
    // The test starts servers of its own: the shared ones may be remote, and their commits need not be durable.
    process.env['CHURN_TEST_OWNER_URL'] = primary.url;
    delete process.env['CHURN_TEST_POOLER_PORT'];
    system = await ChurnSystem.start();
    replica = await OwnPostgres.start(path.join(folder, 'replica'), primary.url);
    const ports = await operatorPorts();
    operator = ports.api;
    api = await system.startAnother('api', {
      ...ports.settings,
      DATABASE_READ_URL: replicaUrl(system.databaseUrl),
      DATABASE_READ_MAX_LAG_MS: String(MAX_LAG_MS),
    });
    behind = new Client({ connectionString: replicaUrl(system.ownerUrl) });
    behind.on('error', () => undefined);
    await behind.connect();
    shop = (await system.shop()).via(api.url);
    await shop.send(...['c-1', 'c-2', 'c-3'].map((customer) => order({ customer_id: customer, occurred_at: daysAgo(9) })));
    await used();
  }, 60_000);
  afterAll(async () => {
    await api.stop();
    await system.stop();
    await behind.end().catch(() => undefined);
    await replica.stop();
    await primary.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const urlOf = (server: OwnPostgres, url: string): string => Object.assign(new URL(url), { port: String(server.port) }).toString();
  const replicaUrl = (url: string): string => urlOf(replica, url);
  const reads = async (outcome: string): Promise<number> =>
    (await metric(operator, 'churn_database_replica_reads_total', { outcome })) ?? 0;
  const isUsable = (): Promise<number | null> => metric(operator, 'churn_database_replica_usable');
  const used = (): Promise<true> =>
    eventually('the replica is used', async () => ((await isUsable()) === 1 && (await metric(operator, 'churn_database_replica_lag_seconds')) !== null ? true : null)); // prettier-ignore
  const left = (): Promise<true> => eventually('the replica is not used', async () => ((await isUsable()) === 0 ? true : null));
  const scansOfReplica = async (): Promise<number> => {
    const ask = `SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int AS scans FROM pg_stat_user_tables WHERE relname = 'customers'`;
    return (await behind.query<{ scans: number }>(ask)).rows[0]?.scans ?? 0;
  };

  it('answers lists, searches and analytics as the primary does', async () => {
    await eventually('it holds all customers', async () => (externalIds((await shop.get('/customers')).body).length === 3 ? true : null));
    const [before, scans] = [await reads('replica'), await scansOfReplica()];
    for (const read of READS) {
      const [there, here] = [await shop.get(read).expect(200), await shop.via(system.api.url).get(read).expect(200)];
      expect(there.body).toEqual(here.body);
    }
    // A process that is paused for longer than the allowed lag asks the primary until it has caught up.
    await eventually('it has answered reads', async () => {
      await shop.get('/customers').expect(200);
      return (await reads('replica')) >= before + READS.length ? true : null;
    });
    await eventually('the process reports it', async () => ((await scansOfReplica()) > scans ? true : null));
  });

  it('shows no data to other tenants', async () => {
    const other = (await system.shop()).via(api.url);
    expect(externalIds((await other.get('/customers').expect(200)).body)).toEqual([]);
    await other.get('/customers/c-1').expect(404);
  });

  it('is not used for data that the caller has just changed, nor for anything when it lags', async () => {
    await behind.query('SELECT pg_wal_replay_pause()');
    try {
      const response = await shop.post('/events', batch(order({ customer_id: 'c-new', occurred_at: daysAgo(1) })));
      expect(response.status).toBe(202);
      await shop.get('/customers/c-new').expect(200);
      const { body: job } = await shop.post('/churn/recalculate', {}).expect(202);
      await shop.get(`/churn/jobs/${(job as { job_id: string }).job_id}`).expect(200);
      await shop.settled();
      await sleep(MAX_LAG_MS + 1);
      // From here on the guarantee holds, at the first read and at every later one.
      for (let i = 0; i < 5; i += 1) expect(externalIds((await shop.get('/customers').expect(200)).body)).toContain('c-new');
      expect(await reads('unusable')).toBeGreaterThanOrEqual(5);
      expect((await behind.query('SELECT FROM customers')).rowCount).toBe(3);
    } finally {
      await behind.query('SELECT pg_wal_replay_resume()');
    }
    await used();
    await eventually('the replica has caught up', async () => ((await behind.query('SELECT FROM customers')).rowCount === 4 ? true : null));
  });

  it('is not used when it follows another primary', async () => {
    const promoted = await OwnPostgres.start(path.join(folder, 'promoted'), primary.url);
    const ahead = new Client({ connectionString: urlOf(promoted, system.ownerUrl) });
    await ahead.connect();
    try {
      await ahead.query('SELECT pg_promote()');
      const { rows } = await ahead.query<{ end: string }>('SELECT pg_current_wal_lsn()::text AS "end"');
      // The new primary never receives what the old one still sends to its replica.
      await system.owner.query(`SELECT pg_logical_emit_message(false, 'test', repeat('x', 4000000))`);
      await eventually('the replica continues with the old primary', async () => {
        const ask = 'SELECT pg_last_wal_replay_lsn() > $1::pg_lsn + 3000000 AS gone';
        return (await behind.query<{ gone: boolean }>(ask, [rows[0]?.end])).rows[0]?.gone === true ? true : null;
      });
      const reasons: string[] = [];
      const onChange = (isUsed: boolean, why: unknown): void => void reasons.push(`${isUsed}: ${String(why)}`);
      const options = { url: urlOf(promoted, system.databaseUrl), poolSize: 1, deadlineMs: 5000 };
      const database = await Database.open({ ...options, replica: { url: replicaUrl(system.databaseUrl), maxLagMs: 60_000, onChange } });
      expect(database.replicaState()).toMatchObject({ isUsable: false, lagMs: null });
      expect(reasons).toEqual(['false: it follows another primary: its log is ahead of that of DATABASE_URL']);
      await database.close();
    } finally {
      await ahead.end();
      await promoted.stop();
    }
  });

  it.each([
    ['is killed', async () => replica.kill(), async () => replica.start()],
    ['freezes', async () => replica.freeze(), async () => replica.thaw()],
  ])('causes no failed read when it %s, and is used again after it recovers', async (_, hurt, repair) => {
    const readers = new Readers(shop);
    await readers.goOn();
    await hurt();
    await left();
    await readers.goOn();
    await repair();
    await used();
    const before = await reads('replica');
    await eventually('it answers again', async () => ((await reads('replica')) > before + 10 ? true : null));
    await readers.stop();
    expect(readers.failures).toEqual([]);
    expect(api.output).toContain('"replica.left"');
  });

  it('is not used with a role that bypasses row-level security, nor when it is no replica', async () => {
    const options = { url: system.databaseUrl, poolSize: 1, deadlineMs: 5000 };
    const asOwner = Database.open({ ...options, replica: { url: replicaUrl(system.ownerUrl), maxLagMs: 60_000 } });
    await expect(asOwner).rejects.toThrow(/^DATABASE_READ_URL connects as ".+", which sees past row-level security/);
    const reasons: string[] = [];
    const onChange = (isUsed: boolean, why: unknown): void => void reasons.push(`${isUsed}: ${String(why)}`);
    const database = await Database.open({ ...options, replica: { url: system.databaseUrl, maxLagMs: 60_000, onChange } });
    expect(database.replicaState()).toMatchObject({ isUsable: false, lagMs: null });
    expect(reasons).toEqual(['false: Error: DATABASE_READ_URL leads to no replica: the server is not in recovery']);
    await database.close();
  });
});
