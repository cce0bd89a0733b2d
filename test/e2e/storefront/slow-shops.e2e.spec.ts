import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/waiting/eventually.js';
import type { RestKeys } from '../../../tools/src/storefront-simulator/woocommerce-shop.js';
import { WooCommerceSimulator } from '../../../tools/src/storefront-simulator/woocommerce-simulator.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import { remember } from '../../support/people/mailed-secrets.js';

describe('a shop that does harm', () => {
  let platform: WooCommerceSimulator;
  let slowShop: Server;
  let system: ChurnSystem;
  /** Calls that wait for an answer that never comes. */
  const held = new Set<ServerResponse>();
  let mostHeld = 0;

  beforeAll(async () => {
    platform = await WooCommerceSimulator.start();
    slowShop = createServer((_, response) => {
      held.add(response);
      mostHeld = Math.max(mostHeld, held.size);
      response.on('close', () => held.delete(response));
    });
    await once(slowShop.listen(0, '127.0.0.1'), 'listening');
    system = await ChurnSystem.start({ STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8', SWEEP_INTERVAL_MS: '200' });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await platform.stop();
    slowShop.close();
  });

  /** Connects a shop with keys. @returns the status, and the time in milliseconds */
  async function connect(owner: Person, shop: string, { key, secret }: RestKeys): Promise<{ status: number; ms: number }> {
    const begun = performance.now();
    const input = { shop, consumer_key: key, consumer_secret: secret };
    const { status, body } = await owner.post('/integrations/storefront/woocommerce', input);
    if (status === 201) remember((body as { secret: string }).secret);
    return { status, ms: performance.now() - begun };
  }

  it('takes two calls of its tenant at once when it does not answer, and leaves room for the shops of others', async () => {
    const [{ owner: eve }, { owner: ada }] = [await merchantOf(system), await merchantOf(system)];
    const { shop, address } = platform.open('quick');
    const keys = shop.makeKeys('read');
    remember(keys.key, keys.secret);
    const slowAddress = `http://127.0.0.1:${(slowShop.address() as AddressInfo).port}`;
    const slow = Promise.all(Array.from({ length: 20 }, () => connect(eve, slowAddress, keys)));
    await eventually('a call to the slow shop', () => (held.size > 0 ? held : null));
    const quick = await connect(ada, address, keys);
    expect([quick.status, quick.ms < 3000]).toEqual([201, true]);
    const answers = await slow;
    expect(mostHeld).toBe(2);
    // Requests without a free slot are refused at once. The others learn that the shop does not answer.
    expect(answers.filter(({ status, ms }) => status === 503 && ms < 3000).length).toBeGreaterThanOrEqual(10);
    expect(answers.filter(({ status }) => status !== 503 && status !== 400)).toEqual([]);
  }, 30_000);

  it('is tried ever less often when it kills workers, until it does not', async () => {
    const { owner, shop } = await merchantOf(system);
    const { shop: killer, address } = platform.open('killer');
    const keys = killer.makeKeys('read');
    remember(keys.key, keys.secret);
    killer.place({ customer: 1, total: '20.00', at: new Date() });
    let deaths = 0;
    platform.beforePage = async () => {
      deaths += 1;
      await system.worker.kill();
    };
    const rests = (): Promise<object[]> =>
      shop.rows('work_leases', `failures, (round(extract(epoch FROM not_before - now()) / 30) * 30)::int AS seconds`);
    expect(await connect(owner, address, keys)).toMatchObject({ status: 201 });
    await eventually('the first death', () => (deaths === 1 ? deaths : null));
    expect(await rests()).toEqual([{ failures: 1, seconds: 30 }]);
    await system.worker.start();
    await system.owner.query('UPDATE work_leases SET until = now() WHERE tenant_id = $1', [owner.tenantId]);
    await sleep(2000);
    expect(deaths).toBe(1);
    await shop.wakeWork();
    await eventually('the second death', () => (deaths === 2 ? deaths : null));
    expect(await rests()).toEqual([{ failures: 2, seconds: 60 }]);
    platform.beforePage = () => Promise.resolve();
    await system.worker.start();
    await shop.wakeWork();
    await eventually('a good end', async () => {
      const [connection] = await shop.rows<{ import_state: string }>('storefront_connections', 'import_state');
      return (connection?.import_state === 'done' && (await rests()).length === 0) || null;
    });
  }, 60_000);
});
