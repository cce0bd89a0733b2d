import { execFile } from 'node:child_process';
import path from 'node:path';
import { CITUS_NODES } from '../../support/servers/citus-database.js';
import { findRedisProgram, OwnRedis } from '../../support/servers/own-redis.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { connectToRedis } from '../../support/servers/redis-of-tests.js';
import { freePort } from '../../support/servers/service-process.js';

const CLI = path.resolve(__dirname, '../../../dist/apps/cli/bundle/main.js');

const isDistributed = CITUS_NODES.length > 0;

interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly advice: string;
}

/** Writes until the server refuses. */
async function fillUp(client: ReturnType<typeof connectToRedis>): Promise<never> {
  for (let key = 0; ; key += 1) await client.set(`key-${key}`, 'x'.repeat(128 * 1024));
}

describe('admin doctor', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100' });
  }, 60_000);
  afterAll(() => system.stop());

  function doctor(settings: Record<string, string> = {}, ...args: string[]): Promise<{ code: number; output: string }> {
    const env = { PATH: process.env['PATH'], ...system.settings, PUBLIC_URL: new URL(system.api.url).origin, ...settings };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [CLI, 'admin', 'doctor', ...args], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
      );
    });
  }

  async function findings(settings: Record<string, string> = {}): Promise<{ code: number; status: string; bad: Finding[] }> {
    const { code, output } = await doctor(settings, '--json');
    const { status, checks } = JSON.parse(output) as { status: string; checks: Finding[] };
    // Each bad finding says what to do.
    const bad = checks.filter((finding) => finding.status !== 'ok');
    expect(bad.filter(({ advice }) => advice === '')).toEqual([]);
    return { code, status, bad };
  }

  /** Breaks something, runs the checks, mends it. @returns the checks that fail or warn and do not on a healthy test system */
  async function brokenBy(sql: string, mend: string): Promise<string[]> {
    await system.owner.query(sql);
    try {
      const { bad } = await findings();
      return bad.filter(({ check }) => !healthy.includes(check)).map(({ check, status }) => `${check} ${status}`);
    } finally {
      await system.owner.query(mend);
    }
  }

  let healthy: string[] = [];

  it('finds in a running installation only that this Postgres may lose commits, and prints lines for people', async () => {
    const { code, status, bad } = await findings();
    expect(bad.filter((finding) => finding.status === 'fail').map(({ check }) => check)).toEqual(['durability']);
    expect([code, status]).toEqual([1, 'fail']);
    // On a busy machine the answers of Redis take long now and then.
    healthy = [...bad.map(({ check }) => check), 'redis'];
    // The Postgres of tests does not sync, and a test system is not production.
    expect(healthy).toContain('configuration');
    const { output } = await doctor();
    expect(output).toContain('ok   row_level_security: every table with tenants is protected\n');
    expect(output).toMatch(/^WARN configuration: NODE_ENV is not production\n {7}Set NODE_ENV/m);
  });

  it('names each problem of a configuration', async () => {
    const { code, output } = await doctor({ SECRETS_KEY: 'short', API_PORT: 'x' });
    expect([code, output]).toEqual([1, expect.stringMatching(/FAIL configuration: SECRETS_KEY is not usable[\s\S]*API_PORT is "x"/)]);
  });

  it.each([
    ['row-level security that is switched off', 'ALTER TABLE orders DISABLE ROW LEVEL SECURITY', 'ALTER TABLE orders ENABLE ROW LEVEL SECURITY', 'row_level_security fail'],
    ['autovacuum that is off for a table', 'ALTER TABLE events SET (autovacuum_enabled = false)', 'ALTER TABLE events RESET (autovacuum_enabled)', 'autovacuum fail'],
  ])('finds %s', async (_, sql, mend, finding) => {
    expect(await brokenBy(sql, mend)).toEqual([finding]);
  }); // prettier-ignore

  // On Citus the owner is never bound by it: that would end online moves of shards.
  it('finds row-level security that the owner passes by, but on Citus', async () => {
    const as = (force: string): string => `ALTER TABLE users ${force} ROW LEVEL SECURITY`;
    const found = await brokenBy(as('NO FORCE'), as(isDistributed ? 'NO FORCE' : 'FORCE'));
    expect(found).toEqual(isDistributed ? [] : ['row_level_security fail']);
  });

  it('finds a role without time limits, and a schema of another version', async () => {
    const { rows } = await system.owner.query<{ name: string; schema: string }>(
      `SELECT current_database() AS name, obj_description('tenants'::regclass, 'pg_class') AS schema`,
    );
    const [{ name, schema } = { name: '', schema: '' }] = rows;
    const role = `ALTER ROLE churn_app IN DATABASE ${name}`;
    expect(await brokenBy(`${role} SET statement_timeout = 0`, `${role} RESET statement_timeout`)).toEqual(['timeouts fail']);
    expect(await brokenBy(`COMMENT ON TABLE tenants IS 'old'`, `COMMENT ON TABLE tenants IS '${schema}'`)).toEqual(['schema fail']);
  });

  it('finds a role that sees past row-level security, a server that is away, and a clock that is wrong', async () => {
    const failing = async (settings: Record<string, string>): Promise<string[]> =>
      (await findings(settings)).bad.filter(({ check, status }) => status === 'fail' && check !== 'durability').map(({ check }) => check);
    expect(await failing({ DATABASE_URL: system.ownerUrl })).toEqual(['role', 'timeouts']);
    const nowhere = await freePort();
    expect(await failing({ DATABASE_URL: `postgres://churn_app:x@127.0.0.1:${nowhere}/churn` })).toEqual(['database']);
    expect(await failing({ TEST_CLOCK_ERROR_MS: '120000' })).toEqual(['clock']);
    expect(await failing({ REDIS_URL: `redis://127.0.0.1:${nowhere}` })).toEqual(['redis']);
    expect(await failing({ SMTP_URL: `smtp://127.0.0.1:${nowhere}` })).toEqual(['smtp']);
    expect(await failing({ PUBLIC_URL: `http://127.0.0.1:${nowhere}` })).toEqual(['service']);
  });

  it('finds a Redis that drops what it has when it is full', async () => {
    const redis = await OwnRedis.start(await findRedisProgram(), ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
    const { bad } = await findings({ REDIS_URL: `redis://127.0.0.1:${redis.port}` });
    await redis.kill();
    expect(bad.find(({ check }) => check === 'redis_policy')).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('allkeys-lru'),
    });
  });

  it('finds a Redis that is nearly full', async () => {
    const redis = await OwnRedis.start(await findRedisProgram(), ['--maxmemory', '10mb', '--maxmemory-policy', 'noeviction']);
    const client = connectToRedis(`redis://127.0.0.1:${redis.port}`);
    const refusal = await fillUp(client).catch((error: Error) => error.message);
    expect(refusal).toContain('OOM');
    const { bad } = await findings({ REDIS_URL: `redis://127.0.0.1:${redis.port}` });
    client.disconnect();
    await redis.kill();
    expect(bad.find(({ check }) => check === 'redis_memory')).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(/uses \d+ % of maxmemory/),
      advice: expect.stringContaining('Raise maxmemory'),
    });
  });

  it('finds mails that wait for long, and secrets that SECRETS_KEY does not decrypt', async () => {
    const failing = async (settings: Record<string, string> = {}): Promise<Finding[]> =>
      (await findings(settings)).bad.filter(({ check, status }) => status === 'fail' && check !== 'durability');
    const shop = await system.shop();
    await system.webhookSecret(shop);
    expect(await failing()).toEqual([]);
    const [secrets, ...others] = await failing({ SECRETS_KEY: `k1:${Buffer.alloc(32, 77).toString('base64')}` });
    expect(others).toEqual([]);
    expect(secrets).toMatchObject({ check: 'secrets', message: expect.stringContaining(`webhook_secrets/${shop.tenantId}`) });

    system.mailbox.refusal = { code: 451, text: 'try later' };
    await system.registerUnverified();
    // While no API tries it again, the mail stays late.
    await system.api.stop();
    await system.owner.query(`UPDATE mails SET next_attempt_at = now() - interval '20 minutes'`);
    const late = await failing();
    await system.api.start();
    system.mailbox.refusal = null;
    expect(late.map(({ check }) => check)).toEqual(['mails', 'service']);
    expect(late[0]).toMatchObject({
      message: expect.stringMatching(/^mails have waited 2\d minutes$/),
      advice: expect.stringContaining('mail.failed'),
    });
  });

  it('finds events that wait for a score, and requests that wait for a person', async () => {
    const shop = await system.shop();
    await system.worker.stop();
    await shop.post('/events', { events: [{ event_id: 'e-1', event_type: 'customer_created', customer_id: 'c-1', occurred_at: new Date().toISOString(), value: 0, data: {} }] }).expect(202); // prettier-ignore
    await system.owner.query(`UPDATE score_requests SET due_at = now() - interval '5 minutes'`);
    const failing = (await findings()).bad.filter(({ status }) => status === 'fail').map(({ check }) => check);
    expect(failing).toEqual(['durability', 'scores', 'service']);
    await system.owner.query('UPDATE score_requests SET set_aside = true');
    expect((await findings()).bad.find(({ check }) => check === 'set_aside')).toMatchObject({ status: 'warn' });
  });
});
