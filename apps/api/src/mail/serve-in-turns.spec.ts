import { setTimeout as sleep } from 'node:timers/promises';
import { serveInTurns } from './serve-in-turns.js';

/** Mails that wait, by tenant, and the order in which they were sent. */
class Queue {
  readonly sent: string[] = [];
  most = 0;
  private readonly busy = new Set<string>();

  constructor(
    private readonly waiting: Map<string, number[]>,
    private readonly takeMs: (tenant: string) => number = () => 1,
  ) {}

  readonly due = (limit: number): Promise<string[]> => {
    const tenants = [...this.waiting].filter(([, since]) => since.length > 0);
    return Promise.resolve(
      tenants
        .toSorted(([, one], [, other]) => (one[0] ?? 0) - (other[0] ?? 0))
        .map(([tenant]) => tenant)
        .slice(0, limit),
    );
  };

  readonly serve = async (tenant: string): Promise<boolean> => {
    if (this.busy.has(tenant)) throw new Error(`${tenant} is served twice at once`);
    this.busy.add(tenant);
    this.most = Math.max(this.most, this.busy.size);
    this.waiting.get(tenant)?.shift();
    await sleep(this.takeMs(tenant));
    this.busy.delete(tenant);
    this.sent.push(tenant);
    return true;
  };
}

const mails = (count: number, since: number): number[] => Array.from({ length: count }, (_, i) => since + i);

describe('work that is served in turns', () => {
  it('serves a tenant who came last before the many pieces of those who came first', async () => {
    const queue = new Queue(
      new Map([
        ['a', mails(50, 0)],
        ['b', mails(50, 1)],
        ['late', mails(1, 10)],
      ]),
    );
    await serveInTurns({ due: queue.due, serve: queue.serve, atOnce: 2 });
    expect(queue.sent).toHaveLength(101);
    expect(queue.sent.indexOf('late')).toBeLessThan(30);
    expect(queue.most).toBe(2);
  });

  it('goes on with the others while one piece takes long', async () => {
    const queue = new Queue(
      new Map([
        ['slow', mails(2, 0)],
        ['b', mails(3, 1)],
        ['c', mails(3, 2)],
      ]),
      (tenant) => (tenant === 'slow' ? 200 : 1),
    );
    await serveInTurns({ due: queue.due, serve: queue.serve, atOnce: 2 });
    expect(queue.sent.slice(0, 6).toSorted()).toEqual(['b', 'b', 'b', 'c', 'c', 'c']);
    expect(queue.sent.slice(6)).toEqual(['slow', 'slow']);
  });

  it('begins nothing further when a piece says so, and waits for those that run', async () => {
    const queue = new Queue(
      new Map([
        ['a', mails(9, 0)],
        ['b', mails(9, 1)],
      ]),
    );
    await serveInTurns({ due: queue.due, atOnce: 2, serve: async (tenant) => (await queue.serve(tenant)) && tenant !== 'a' });
    expect(queue.sent.filter((tenant) => tenant === 'a')).toHaveLength(1);
    expect(queue.sent.length).toBeLessThanOrEqual(3);
  });
});
