import { setTimeout as sleep } from 'node:timers/promises';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { expectEveryChangeDelivered } from '../../support/webhooks/delivery-ledger.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import type { Shop } from '../../support/shop/shop.js';
import { answer, failFirst, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliverySettings, lapsed, returnAndLapse, untilDeliveries, webhookShop } from '../../support/webhooks/webhook-shop.js';

const CUSTOMERS = Array.from({ length: 8 }, (_, i) => `c-${i}`);
const isDone = ({ status }: { status: string }): boolean => status === 'success';

/** Lets every customer lapse and return `rounds` times. Each time is a batch of its own, so that each is a change. */
async function changeAll(shop: Shop, rounds: number): Promise<void> {
  for (const id of CUSTOMERS) await shop.post('/events', { events: lapsed(id) });
  await shop.settled();
  for (let round = 0; round < rounds; round += 1) {
    const orders = CUSTOMERS.map((id) => returnAndLapse(id));
    await shop.post('/events', { events: orders.map(({ back }) => back) });
    await shop.settled();
    await shop.post('/events', { events: orders.map(({ gone }) => gone) });
    await shop.settled();
  }
}

/** Ends all leases without waiting, as if those of dead or frozen workers had expired. Live workers lose theirs too, and must cope with that. */
async function letLeasesRunOut(system: ChurnSystem): Promise<void> {
  await system.owner.query('UPDATE endpoint_health SET lease_until = now()');
}

describe('every change is delivered in order', () => {
  let system: ChurnSystem;
  let endpoint: WebhookEndpoint;
  const others: ServiceProcess[] = [];

  beforeAll(async () => {
    system = await ChurnSystem.start(deliverySettings(2000));
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
  });
  afterEach(async () => {
    await Promise.all(others.splice(0).map((worker) => worker.stop()));
    await endpoint.stop();
  });

  it('when the delivering worker is killed again and again, with another beside it', async () => {
    endpoint.behaviour = async (_request, response, index) => {
      await sleep(15);
      response.writeHead(index % 7 === 3 ? 500 : 200).end();
    };
    const { shop } = await webhookShop(system, endpoint.url);
    const another = await system.startAnother('scoring-worker', { WORKER_QUEUES: 'delivery' });
    others.push(another);
    const changes = changeAll(shop, 2);
    for (let kills = 0; kills < 2; kills += 1) {
      await sleep(250);
      await another.kill();
      await letLeasesRunOut(system);
      await another.start();
    }
    await changes;
    await untilDeliveries(shop, CUSTOMERS.length * 5, isDone, 50_000);
    await expectEveryChangeDelivered(shop, endpoint.received);
  });

  it('and the attempts count on when the worker dies, or is stopped, during one', async () => {
    const { shop } = await webhookShop(system, endpoint.url);
    endpoint.behaviour = () => undefined;
    await shop.send(...lapsed('c-1'));
    await endpoint.until(1);
    await system.worker.kill();
    await letLeasesRunOut(system);
    await system.worker.start();
    await endpoint.until(2);
    await system.worker.stop();
    endpoint.behaviour = answer(200);
    await system.worker.start();
    const [row] = await untilDeliveries(shop, 1, isDone);
    expect(endpoint.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3']);
    expect(row).toMatchObject({ attempts: 1, status: 'success' });
  });

  it('when Redis loses all data while no worker can deliver', async () => {
    const { shop } = await webhookShop(system, endpoint.url);
    endpoint.behaviour = failFirst(5);
    await changeAll(shop, 1);
    await system.worker.kill();
    await letLeasesRunOut(system);
    await system.redis.flushdb();
    await system.worker.start();
    await untilDeliveries(shop, CUSTOMERS.length * 4, isDone, 50_000);
    await expectEveryChangeDelivered(shop, endpoint.received);
  });

  it('when a worker freezes during a delivery and wakes after another has taken over', async () => {
    const { shop } = await webhookShop(system, endpoint.url);
    const frozen = await system.startAnother('scoring-worker', { WORKER_QUEUES: 'delivery' });
    others.push(frozen);
    await system.worker.stop();
    await system.worker.start({ WORKER_QUEUES: 'scoring' });
    let open: (() => void)[] = [];
    endpoint.behaviour = (_request, response) => {
      open.push(() => void response.writeHead(500).end());
    };
    await shop.send(...lapsed('c-1'));
    await endpoint.until(1);
    frozen.signal('SIGSTOP');
    for (const end of open) end();
    open = [];
    await letLeasesRunOut(system);
    endpoint.behaviour = answer(200);
    await system.worker.stop();
    await system.worker.start();
    await untilDeliveries(shop, 1, isDone);
    frozen.signal('SIGCONT');
    await shop.send(returnAndLapse('c-1').back);
    const rows = await untilDeliveries(shop, 2, isDone);
    await sleep(300);
    // The failure that the frozen worker saw does not overwrite the success.
    expect(rows[0]).toMatchObject({ status: 'success', attempts: 1, last_error: null });
    expect(frozen.output).toContain('delivery.lease_lost');
    expect(endpoint.received.map(({ headers }) => headers['x-service-sequence'])).toEqual(['1', '1', '2']);
  });
});
