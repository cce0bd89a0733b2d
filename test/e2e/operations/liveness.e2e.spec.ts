import { Redis } from 'ioredis';
import request from 'supertest';
import { Database } from '#libs/database';
import { Liveness } from '#libs/platform';
import { RedisConnections } from '#libs/queues';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { RedisProxy } from '../../support/servers/redis-proxy.js';
import { createTestDatabase, serverUrl } from '../../support/servers/test-database.js';

const QUICK = { everyMs: 10, limitMs: 300, failures: 2 };
const SILENT_LOG = { error: () => undefined, info: () => undefined };

async function afterChecks(liveness: Liveness): Promise<readonly string[]> {
  for (let i = 0; i < QUICK.failures; i += 1) await liveness.check();
  return liveness.report().stuck;
}

describe('a process', () => {
  it('is alive while it serves, and says so to anybody', async () => {
    const system = await ChurnSystem.shared();
    for (const { url } of [system.api, system.worker]) {
      const { status, body } = await request(url).get('/health/live');
      expect([status, body]).toEqual([200, { status: 'ok', stuck: [] }]);
    }
    await system.stop();
  });

  it('needs a restart when its transactions hold all connections, until they give one back', async () => {
    const { appUrl } = await createTestDatabase();
    const database = await Database.open({ url: appUrl.toString(), poolSize: 2, deadlineMs: 600_000 });
    const liveness = new Liveness({ database: { ask: () => database.ping(), answeredAt: () => database.answeredAt, askAnew: () => database.askAnew() } }, SILENT_LOG, QUICK); // prettier-ignore
    const ends: (() => void)[] = [];
    const hold = () => database.acrossTenants('check health', () => new Promise<void>((resolve) => ends.push(resolve)));
    expect(await afterChecks(liveness)).toEqual([]);
    const held = [hold(), hold()];
    await expect(afterChecks(liveness)).resolves.toEqual(['database']);
    for (const end of ends) end();
    await Promise.all(held);
    expect(await afterChecks(liveness)).toEqual([]);
    await database.close();
  });

  it('needs a restart when Redis answers everybody but its own connection, and none while Redis answers nobody', async () => {
    const proxy = await RedisProxy.start(serverUrl('CHURN_TEST_REDIS_URL'));
    const own = new Redis(proxy.url, { maxRetriesPerRequest: null });
    const connections = new RedisConnections({ kind: 'single', url: proxy.url }, () => undefined);
    const liveness = new Liveness({ redis: { ask: () => own.ping(), askAnew: () => connections.askAnew() } }, SILENT_LOG, QUICK);
    expect(await afterChecks(liveness)).toEqual([]);
    proxy.silence();
    expect(await afterChecks(liveness)).toEqual(['redis']);
    proxy.freeze();
    expect(await afterChecks(liveness)).toEqual([]);
    own.disconnect();
    await proxy.stop();
  });
});
