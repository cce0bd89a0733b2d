import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger, someOrders } from '../faults/ledger.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { CITUS_NODES } from '../support/servers/citus-database.js';
import type { Shop } from '../support/shop/shop.js';
import { eventually } from '../support/waiting/eventually.js';
import { CitusNode } from './citus-node.js';

const SHOPS = 4;
const CONNECTIONS = 16;
const BATCH = 100;
const CUSTOMERS = 500;
/** The rate of each connection, low enough that the servers of a small machine keep up while they copy a shard. */
const BETWEEN_BATCHES_MS = 400;
const SERVED_WITHIN_MS = 60_000;
const SCORED_WITHIN_MS = 300_000;

interface Sender {
  readonly shop: Shop;
  readonly ledger: Ledger;
}

// The statistics of nodes are of the database of the system.
const PLACE = `
SELECT s.shardid::text AS shard, n.nodename AS host, n.nodeport AS port
FROM pg_dist_placement p JOIN pg_dist_shard s USING (shardid) JOIN pg_dist_node n USING (groupid)
WHERE s.shardid = get_shard_id_for_distribution_column('tenants', $1::uuid)`;

/** Online: `force_logical` refuses a table that could only be copied while its writers wait. */
const MOVE = `SELECT citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, 'force_logical')`;

interface Place {
  readonly shard: string;
  readonly host: string;
  readonly port: number;
}

describe('on Citus, while events are posted from 16 connections,', () => {
  let system: ChurnSystem;
  let senders: Sender[];
  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 120_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    senders = [];
    for (let i = 0; i < SHOPS; i += 1) {
      const shop = await system.shop();
      senders.push({ shop, ledger: new Ledger(shop) });
    }
  }, 60_000);

  const placeOf = async ({ tenantId }: Shop): Promise<Place> => (await system.owner.query<Place>(PLACE, [tenantId])).rows[0]!;
  const acknowledged = (): number => senders.reduce((sum, { ledger }) => sum + ledger.accepted.size, 0);
  const refusals = (): number => senders.reduce((sum, { ledger }) => sum + ledger.refused.length, 0);
  const statuses = (): string[] =>
    senders.flatMap(({ ledger }) =>
      [...ledger.statuses].filter(([status]) => status !== 202).map(([status, times]) => `${times} × ${status}`),
    );

  /** Posts from all connections until it is told to stop. */
  function post(send: (ledger: Ledger, events: ReturnType<typeof someOrders>) => Promise<void>): () => Promise<unknown> {
    const stopping = new AbortController();
    let count = 0;
    const loops = Array.from({ length: CONNECTIONS }, async (_, i) => {
      const { ledger } = senders[i % SHOPS]!;
      while (!stopping.signal.aborted) {
        await send(
          ledger,
          someOrders(BATCH, () => `cust-${count++ % CUSTOMERS}`),
        );
        await sleep(BETWEEN_BATCHES_MS);
      }
    });
    return () => {
      stopping.abort();
      return Promise.all(loops);
    };
  }

  /** Every acknowledged event is stored once, and nothing else is that was not sent; all customers are scored with all their orders. */
  async function expectAllStored(): Promise<void> {
    for (const { shop, ledger } of senders) {
      const stored = new Set((await shop.rows<{ event_id: string }>('events', 'event_id')).map((row) => row.event_id));
      expect([...ledger.accepted.keys()].filter((id) => !stored.has(id))).toEqual([]);
      expect([...ledger.accepted.values()].filter((times) => times > 1)).toEqual([]);
      expect([...stored].filter((id) => !ledger.sent.has(id))).toEqual([]);
      await shop.settled(SCORED_WITHIN_MS);
      const [total] = await shop.rows<{ orders: number }>('customers', 'sum(orders_count)::int AS orders');
      expect(total!.orders).toBe(stored.size);
    }
  }

  it('a shard moves to the other node and back, no acknowledged event is lost, and no batch is refused', async () => {
    const stop = post((ledger, events) => ledger.sendOnce(system.api.url, events));
    const { shop } = senders[0]!;
    let refusedBefore = 0;
    try {
      await eventually('some are stored', () => Promise.resolve(acknowledged() > 5000 ? true : null), SERVED_WITHIN_MS);
      // New connections plan everything once, which on a busy machine may take longer than a request may.
      refusedBefore = refusals();
      for (let move = 1; move <= 2; move += 1) {
        const from = await placeOf(shop);
        const to = CITUS_NODES.map((url) => new URL(url)).find(({ port }) => Number(port) !== from.port)!;
        const before = acknowledged();
        const startedAt = performance.now();
        await system.owner.query(MOVE, [from.shard, from.host, from.port, to.hostname, Number(to.port)]);
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        expect((await placeOf(shop)).port).toBe(Number(to.port));
        process.stderr.write(
          `move ${move}: ${seconds} s, ${acknowledged() - before} events acknowledged meanwhile, ${refusals() - refusedBefore} batches refused so far\n`,
        );
        await sleep(2000);
      }
    } finally {
      await stop();
    }
    const slowest = Math.max(...senders.map(({ ledger }) => ledger.slowestMs));
    process.stderr.write(
      `moves: ${acknowledged()} events acknowledged, ${refusedBefore} batches refused before the first, slowest answer ${(slowest / 1000).toFixed(1)} s\n`,
    );
    await expectAllStored();
    expect(refusals() - refusedBefore).toBe(0);
  }, 600_000);

  it('a node is killed and comes back, no acknowledged event is lost, and all tenants are served again', async () => {
    const pids = JSON.parse(process.env['CHURN_TEST_CITUS_PIDS'] ?? '[]') as number[];
    const ports = CITUS_NODES.map((url) => Number(new URL(url).port));
    const { port } = await placeOf(senders[0]!.shop);
    // The coordinator comes first.
    const node = new CitusNode(pids[1 + ports.indexOf(port)]!);
    const stop = post((ledger, events) => ledger.sendUntilStored([system.api.url], events));
    try {
      await eventually('some are stored', () => Promise.resolve(acknowledged() > 5000 ? true : null), SERVED_WITHIN_MS);
      await node.kill();
      await sleep(3000);
      node.start();
      const startedAt = performance.now();
      const before = senders.map(({ ledger }) => ledger.accepted.size);
      const areServed = (): boolean => senders.every(({ ledger }, i) => ledger.accepted.size > before[i]! + BATCH);
      await eventually('all tenants are served', () => Promise.resolve(areServed() ? true : null), SERVED_WITHIN_MS);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stderr.write(`death of a node: all tenants served ${seconds} s after its start\n`);
      await stop();
      process.stderr.write(
        `death of a node: ${acknowledged()} events acknowledged, refused and sent again: ${statuses().join(', ') || 'none'}\n`,
      );
      await expectAllStored();
    } finally {
      await stop();
      await node.stop();
    }
  }, 600_000);
});
