import { newId, type TenantId, toTenantId } from '#libs/core';
import { TenantNodes } from './tenant-nodes.js';

const [ONE, OTHER] = ['node-1:5432', 'node-2:5432'];

describe('the server of a tenant', () => {
  const [ada, bob] = [toTenantId(newId()), toTenantId(newId())];
  const shards = new Map<unknown, string>();
  let places: Record<string, string | null>;
  let away: Set<string>;
  let asked: { places: number; shards: TenantId[] };
  let connected: string[];
  /** Connections are there when it resolves. */
  let reached: Promise<void>;
  let closed: string[];

  const server = (name: string): { name: string; close(): Promise<void> } => ({
    name,
    close: () => Promise.resolve(void closed.push(name)),
  });
  const cluster = {
    coordinator: server('coordinator'),
    ask: (_sql: string, [tenantId]: readonly unknown[]) => {
      if (away.has('coordinator')) return Promise.reject(new Error('away'));
      if (tenantId === undefined) {
        asked.places += 1;
        return Promise.resolve(Object.entries(places).map(([shard, address]) => ({ shard, address })));
      }
      asked.shards.push(tenantId as TenantId);
      return Promise.resolve([{ shard: shards.get(tenantId) }]);
    },
    connect: (address: string) => {
      if (away.has(address)) return Promise.reject(new Error('away'));
      connected.push(address);
      return reached.then(() => server(address));
    },
  };

  beforeEach(() => {
    jest.useFakeTimers();
    places = { s1: ONE, s2: OTHER };
    shards.clear();
    shards.set(ada, 's1').set(bob, 's2');
    away = new Set();
    asked = { places: 0, shards: [] };
    connected = [];
    reached = Promise.resolve();
    closed = [];
  });
  afterEach(() => jest.useRealTimers());

  type Nodes = Awaited<ReturnType<typeof open>>;
  const open = () => TenantNodes.open(cluster);
  const nameOf = async (nodes: Nodes, tenantId: TenantId): Promise<string> => (await nodes.serverOf(tenantId)).name;
  /** Lets what was begun without waiting for it come to its end. */
  const flushPromises = (): Promise<void> => jest.advanceTimersByTimeAsync(0).then(() => undefined);

  it('is the node with its shard, and a process asks once for the shard', async () => {
    const nodes = await open();
    for (let i = 0; i < 3; i += 1) expect([await nameOf(nodes, ada), await nameOf(nodes, bob)]).toEqual([ONE, OTHER]);
    expect(asked).toEqual({ places: 1, shards: [ada, bob] });
    expect(connected).toEqual([ONE, OTHER]);
  });

  it('is the other node within a minute after a move of the shard', async () => {
    const nodes = await open();
    await nameOf(nodes, ada);
    places['s1'] = OTHER;
    jest.advanceTimersByTime(59_000);
    expect(await nameOf(nodes, ada)).toBe(ONE);
    jest.advanceTimersByTime(2000);
    // The caller does not wait for the new lookup. Until it has finished, the old node forwards.
    expect(await nameOf(nodes, ada)).toBe(ONE);
    await flushPromises();
    expect(await nameOf(nodes, ada)).toBe(OTHER);
    expect(asked.places).toBe(2);
  });

  it('is looked up again after a failure of a node, at most once a second', async () => {
    const nodes = await open();
    await nameOf(nodes, ada);
    places['s1'] = OTHER;
    nodes.lookAgain();
    expect(asked.places).toBe(1);
    jest.advanceTimersByTime(1001);
    nodes.lookAgain();
    nodes.lookAgain();
    await flushPromises();
    expect(asked.places).toBe(2);
    expect(await nameOf(nodes, ada)).toBe(OTHER);
  });

  it('is the coordinator while the node cannot be reached, which is tried again after five seconds', async () => {
    away.add(ONE);
    const nodes = await open();
    expect([await nameOf(nodes, ada), await nameOf(nodes, bob)]).toEqual(['coordinator', OTHER]);
    away.delete(ONE);
    jest.advanceTimersByTime(4900);
    expect(await nameOf(nodes, ada)).toBe('coordinator');
    await flushPromises();
    expect(connected).toEqual([OTHER]);
    jest.advanceTimersByTime(200);
    expect(await nameOf(nodes, ada)).toBe('coordinator');
    await flushPromises();
    expect(await nameOf(nodes, ada)).toBe(ONE);
  });

  it('is the coordinator until a node is connected that was added later', async () => {
    const nodes = await open();
    places['s1'] = 'node-3:5432';
    jest.advanceTimersByTime(61_000);
    await nameOf(nodes, ada);
    await flushPromises();
    expect(await nameOf(nodes, ada)).toBe('coordinator');
    await flushPromises();
    expect(await nameOf(nodes, ada)).toBe('node-3:5432');
  });

  it('is the coordinator when it has the shard itself, or the node does not know the whole schema', async () => {
    places['s1'] = null;
    const nodes = await open();
    expect(await nameOf(nodes, ada)).toBe('coordinator');
  });

  it('is found by its new shard when the old one was split', async () => {
    const nodes = await open();
    await nameOf(nodes, ada);
    places = { s3: OTHER, s2: OTHER };
    shards.set(ada, 's3');
    jest.advanceTimersByTime(61_000);
    await nameOf(nodes, bob);
    await flushPromises();
    expect(await nameOf(nodes, ada)).toBe('coordinator');
    expect(await nameOf(nodes, ada)).toBe(OTHER);
    expect(asked.shards).toEqual([ada, bob, ada]);
  });

  it('stays known while the coordinator is away', async () => {
    const nodes = await open();
    await nameOf(nodes, ada);
    away.add('coordinator');
    jest.advanceTimersByTime(61_000);
    expect(await nameOf(nodes, ada)).toBe(ONE);
    await flushPromises();
    expect(await nameOf(nodes, ada)).toBe(ONE);
    await expect(nameOf(nodes, bob)).rejects.toThrow('away');
  });

  it('is closed with all others, also one that is being connected', async () => {
    away.add(ONE);
    const nodes = await open();
    away.delete(ONE);
    let reach = (): void => undefined;
    reached = new Promise((resolve) => (reach = resolve));
    jest.advanceTimersByTime(6000);
    await nameOf(nodes, ada);
    expect(connected).toEqual([OTHER, ONE]);
    await nodes.close();
    expect(closed).toEqual([OTHER]);
    reach();
    await flushPromises();
    expect(closed.toSorted()).toEqual([ONE, OTHER]);
    expect(nodes.servers.map(({ name }) => name)).toEqual([OTHER]);
  });
});
