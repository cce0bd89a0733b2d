import { randomUUID } from 'node:crypto';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { memoryOf } from '../../support/servers/memory-of.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

/** The most memory in MiB above that of an idle process: the budgets of two tenants, and garbage that is not collected yet. */
const MOST_MIB = 300;

/** An object in an object with a number as its key takes 7 bytes of JSON and 305 bytes of memory: the worst that we know. */
const CHAIN = `${'{"30":'.repeat(18)}0${'}'.repeat(18)}`;
const DENSE = `[${Array.from({ length: 500 }, () => CHAIN).join(',')}]`;

/** Valid events, each with 9000 such objects. */
const denseBatch = (events: number): string =>
  `{"events":[${Array.from({ length: events }, () => {
    const event = JSON.stringify({ ...order({ event_id: randomUUID() }), data: { list: 0 } });
    return event.replace('"list":0', `"list":${DENSE}`);
  }).join(',')}]}`;

describe('Bodies of many values, in an api with 512 MB of heap,', () => {
  let system: ChurnSystem;
  let hostile: Shop[];
  let other: Shop;
  let idle: number;

  beforeAll(async () => {
    system = await ChurnSystem.start({ WORKER_QUEUES: 'delivery', NODE_OPTIONS: '--max-old-space-size=512' });
    hostile = [await system.shop({ plan: 'enterprise' }), await system.shop({ plan: 'enterprise' })];
    other = await system.shop({ plan: 'enterprise' });
    for (let i = 0; i < 20; i += 1) await other.post('/events', batch(order({ customer_id: `c-${i}` }))).expect(202);
    idle = memory();
  }, 60_000);
  afterAll(() => system.stop());

  const memory = (): number => memoryOf(system.api);

  /**
   * Sends the bodies of two tenants at the same time, while another tenant sends ordinary batches. @returns the answers, and the most
   * memory in MiB above idle
   */
  async function attack(bodies: readonly string[]): Promise<{ statuses: number[]; grownMib: number }> {
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, memory())), 20);
    try {
      const over = new AbortController();
      const answers = Promise.all(bodies.map(async (body, place) => (await hostile[place % 2]!.post('/events', body)).status)).finally(() =>
        over.abort(),
      );
      // The processor is busy as well, so a batch may be refused with 503, but never for lack of memory.
      const ordinary = async (): Promise<void> => {
        let accepted = 0;
        while (!over.signal.aborted || accepted === 0) {
          const { status, body } = await other.post('/events', batch(...Array.from({ length: 100 }, (_, i) => order({ customer_id: `c-${i}` })))); // prettier-ignore
          expect([202, 503]).toContain(status);
          expect(body).not.toMatchObject({ message: expect.stringContaining('room') });
          if (status === 202) accepted += 1;
        }
      };
      const [statuses] = await Promise.all([answers, ordinary()]);
      return { statuses, grownMib: most - idle };
    } finally {
      clearInterval(watch);
    }
  }

  it('take little memory at the same time, and stop no batches of another tenant', async () => {
    const { statuses, grownMib } = await attack(Array.from({ length: 32 }, () => denseBatch(10)));
    expect(new Set(statuses)).toEqual(new Set([202, 503]));
    expect(grownMib).toBeLessThan(MOST_MIB);
  }, 120_000);

  it('are refused when one body alone has too many', async () => {
    const { statuses, grownMib } = await attack(Array.from({ length: 5 }, () => denseBatch(30)));
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(grownMib).toBeLessThan(MOST_MIB);
  }, 120_000);

  it('count until they are served, also when their callers disconnect', async () => {
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, memory())), 20);
    const bodies = Array.from({ length: 32 }, () => denseBatch(10));
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': hostile[0]!.apiKey };
    const calls = bodies.map((body) =>
      fetch(`${system.api.url}/events`, { method: 'POST', headers, body, signal: AbortSignal.timeout(1000) }),
    );
    await Promise.allSettled(calls);
    await eventually('an answer to another tenant', async () =>
      (await other.post('/events', batch(order()))).status === 202 ? true : null,
    );
    clearInterval(watch);
    expect(most - idle).toBeLessThan(MOST_MIB);
  }, 60_000);

  it('pass when they are honest: 1,000 events with 8 MiB', async () => {
    const items = Array.from({ length: 100 }, (_, i) => ({
      sku: `article-${i}`,
      name: 'A name of an article in a shop',
      quantity: 1,
      price: 12.5,
    }));
    const events = Array.from({ length: 1000 }, () => order({ event_id: randomUUID(), data: { order_id: randomUUID(), items } }));
    const body = JSON.stringify({ events });
    expect(body.length).toBeGreaterThan(8 * 2 ** 20);
    await other.post('/events', body).expect(202);
  }, 60_000);
});
