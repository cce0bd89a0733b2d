import { connect, type Socket } from 'node:net';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { memoryOf } from '../../support/servers/memory-of.js';
import type { Shop } from '../../support/shop/shop.js';

const MIB = 2 ** 20;
/** Shorter than the 30 s in which a request must arrive. */
const MOST_MS = 25_000;

describe('Bodies that never end', () => {
  let system: ChurnSystem;
  let shop: Shop;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    system = await ChurnSystem.start({ WORKER_QUEUES: 'scoring' });
    shop = await system.shop();
    // Loads code and fills pools first, so that they do not count as memory of the attack.
    for (let i = 0; i < 20; i += 1) await shop.post('/events', batch(order({ customer_id: `c-${i}` }))).expect(202);
  }, 60_000);
  afterAll(() => system.stop());
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await sleep(500);
  });

  const memory = (): number => memoryOf(system.api);

  /** Sends all of the body but its last byte. @param from a loopback address @returns the body's state */
  const holdOpen = (path: string, headers: Record<string, string>, bytes: number, from: string): (() => 'held' | 'closed' | '503') => {
    let answer = '';
    const socket = connect({ port: system.api.port, host: '127.0.0.1', localAddress: from });
    sockets.push(socket);
    socket.on('error', () => undefined).on('data', (data: Buffer) => (answer += data.toString('latin1')));
    const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', 'Content-Length': String(bytes), ...headers });
    socket.write(`POST /api/v1${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes - 1, ' '));
    return () => (answer.startsWith('HTTP/1.1 503 ') ? '503' : socket.destroyed ? 'closed' : 'held');
  };

  /**
   * Watches the process until all bodies but a few are refused.
   * @returns the most memory in MiB above that at the beginning, and the bodies still held
   */
  const hold = async (bodies: number, mostHeld: number, open: (i: number) => () => 'held' | 'closed' | '503') => {
    const before = memory();
    let most = before;
    const states = Array.from({ length: bodies }, (_, i) => open(i));
    const held = (): number => states.filter((state) => state() === 'held').length;
    for (const end = Date.now() + MOST_MS; Date.now() < end && held() > mostHeld; await sleep(50)) most = Math.max(most, memory());
    return { grownMib: Math.max(most, memory()) - before, held: held(), answers: states.filter((state) => state() === '503').length };
  };

  it.each([
    ['one address', () => '127.0.0.1', 8],
    ['many addresses', (i: number) => `127.0.1.${1 + (i % 200)}`, 32],
  ])('take little memory on 1,000 connections of %s with made-up signatures', async (_whose, addressOf, mostHeld) => {
    const { grownMib, held, answers } = await hold(1000, mostHeld, (i) => {
      const headers = { 'X-Shopify-Hmac-SHA256': randomBytes(32).toString('base64'), 'X-Shopify-Topic': 'orders/create' };
      return holdOpen(`/webhooks/storefront/t/${randomUUID()}/orders`, headers, 2 * MIB, addressOf(i));
    });
    expect(grownMib).toBeLessThan(300);
    expect(held).toBeLessThanOrEqual(mostHeld);
    // A few callers may see the end of the connection before the answer.
    expect(answers).toBeGreaterThan(500);
    // Other callers are served in the meantime.
    await shop.post('/events', batch(order())).expect(202);
  });

  it('take a limited part of the memory when one tenant sends them', async () => {
    const other = await system.shop();
    const { grownMib, held } = await hold(55, 10, () => holdOpen('/events', { 'X-API-Key': shop.apiKey }, 8 * MIB, '127.0.0.1'));
    expect(grownMib).toBeLessThan(300);
    expect(held).toBeLessThanOrEqual(10);
    await other.post('/events', batch(order())).expect(202);
  });
});
