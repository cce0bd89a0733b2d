import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { AppError, customerIdOf, toTenantId, unavailable } from '#libs/core';
import type { EventRow } from './validation/validate-event.js';
import { GroupCommit, type Known } from './group-commit.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const DEADLINE_MS = 60_000;

const rows = (...ids: string[]): EventRow[] =>
  ids.map((eventId) => ({
    customerId: customerIdOf(TENANT, 'c'),
    event: {
      eventId,
      externalId: 'c',
      type: 'page_viewed',
      occurredAt: new Date(),
      value: null,
      dataJson: null,
      consent: null,
      order: null,
    },
  }));

const withData = (bytes: number, given: readonly EventRow[]): EventRow[] =>
  given.map((row) => ({ ...row, event: { ...row.event, dataJson: 'x'.repeat(bytes) } }));

/** A table of events that is written when the test says so. */
class Table {
  readonly stored = new Set<string>();
  /** The ids of each transaction, as they were given. */
  readonly transactions: string[][] = [];
  private readonly held: (() => void)[] = [];
  private isHeld = false;

  readonly store = async (given: readonly EventRow[]): Promise<Known> => {
    const ids = given.map(({ event }) => event.eventId);
    this.transactions.push(ids);
    if (this.isHeld) await new Promise<void>((resolve) => this.held.push(resolve));
    if (ids.includes('poison')) throw new AppError('internal_error', 'refused');
    if (ids.includes('outage')) throw unavailable('the database');
    const known = new Map(ids.filter((id) => this.stored.has(id)).map((id) => [id, { conflict: false }]));
    for (const id of ids) this.stored.add(id);
    return known;
  };

  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    for (const go of this.held.splice(0)) go();
  }
}

describe('requests that arrive at the same time', () => {
  let table: Table;
  let groups: GroupCommit<EventRow>;
  const add = (...ids: string[]): Promise<Known> => groups.add('shop', rows(...ids), table.store);

  /** Lets both transactions that may run at a time begin, and wait. @returns what ends them */
  async function occupy(): Promise<() => Promise<unknown>> {
    table.hold();
    const first = add('first');
    await yieldToOthers();
    const second = add('second');
    await yieldToOthers();
    expect(table.transactions).toEqual([['first'], ['second']]);
    table.transactions.length = 0;
    return () => {
      table.release();
      return Promise.all([first, second]);
    };
  }

  beforeEach(() => {
    table = new Table();
    groups = new GroupCommit(DEADLINE_MS);
  });

  it('share a transaction', async () => {
    const end = await occupy();
    const all = [add('d'), add('b', 'c'), add('a')];
    await Promise.all([end(), ...all]);
    expect(table.transactions).toContainEqual(['d', 'b', 'c', 'a']);
  });

  it('all learn which events were known before', async () => {
    await add('a');
    const [known] = await Promise.all([add('a', 'b'), add('c')]);
    expect([...known.keys()]).toEqual(['a']);
  });

  it('count an event that two of them contain once, for the first request', async () => {
    const answers = await Promise.all([add('a'), add('a', 'b'), add('a')]);
    expect(answers.map((known) => known.has('a'))).toEqual([false, true, true]);
    expect(answers[1]?.has('b')).toBe(false);
  });

  it('never wait for others to join', async () => {
    await add('a');
    await add('b');
    expect(table.transactions).toEqual([['a'], ['b']]);
  });

  it('are stored one by one when the database refuses them together, so that only one fails', async () => {
    const end = await occupy();
    const answers = Promise.allSettled([add('a'), add('poison'), add('b')]);
    await end();
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([...table.stored].toSorted()).toEqual(['a', 'b', 'first', 'second']);
  });

  it('all fail after one attempt when the database is unavailable', async () => {
    const end = await occupy();
    const answers = Promise.allSettled([add('a'), add('outage'), add('b')]);
    await end();
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(table.transactions).toEqual([['a', 'outage', 'b']]);
  });

  it('never exceed the bytes of one transaction, with many events or with large ones', async () => {
    const end = await occupy();
    const many = (name: string): string[] => Array.from({ length: 400 }, (_, i) => `${name}${i}`);
    const all = ['a', 'b', 'c'].map((name) => add(...many(name)));
    const large = ['d', 'e', 'f'].map((name) => groups.add('shop', withData(300_000, rows(name)), table.store));
    await Promise.all([end(), ...all, ...large]);
    expect(table.transactions.map(({ length }) => length)).toEqual([800, 401, 2]);
  });

  it('run in the trace context of the oldest request, or each in its own when alone', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { store } = table;
    const send = (id: string): Promise<Known> =>
      request.run(`of ${id}`, () =>
        groups.add('shop', rows(id), (given) => {
          seen.push([request.getStore(), given.map(({ event }) => event.eventId)]);
          return store(given);
        }),
      );
    table.hold();
    const first = send('first');
    await yieldToOthers();
    const second = send('second');
    await yieldToOthers();
    const waiting = Promise.allSettled([send('b'), send('poison'), send('a')]);
    table.release();
    await Promise.all([first, second, waiting]);
    expect(seen).toEqual([
      ['of first', ['first']],
      ['of second', ['second']],
      ['of b', ['b', 'poison', 'a']],
      ['of b', ['b']],
      ['of poison', ['poison']],
      ['of a', ['a']],
    ]);
  });

  it('are grouped per lane', async () => {
    const others = new Table();
    await Promise.all([add('a'), groups.add('other shop', rows('a'), others.store)]);
    expect([table.transactions, others.transactions]).toEqual([[['a']], [['a']]]);
  });
});

it('a request that has waited for the maximum time is refused without an attempt', async () => {
  const table = new Table();
  const groups = new GroupCommit<EventRow>(0);
  await expect(groups.add('shop', rows('a'), table.store)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(table.transactions).toEqual([]);
});
