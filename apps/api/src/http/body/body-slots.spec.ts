import { setImmediate as nextTurn } from 'node:timers/promises';
import { newId, SECOND_MS, toTenantId } from '#libs/core';
import { serveInSlot } from './body-slots.js';
import { Hold, type Holder, holdersOf } from './held-bytes.js';

const LARGE = 100_000;
const SMALL = 1000;

const newTenant = (): Holder => new Hold(holdersOf({ tenantId: toTenantId(newId()) }, undefined)).owner;

describe('the slots of bodies', () => {
  let served: string[] = [];
  const ends = new Map<string, () => void>();
  /** Sends a body; its request lasts until `end`. */
  const send = (from: Holder, name: string, bytes = LARGE): void =>
    void serveInSlot(from, bytes, () => {
      served.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = (name: string): Promise<void> => {
    ends.get(name)!();
    ends.delete(name);
    return nextTurn();
  };
  const endAll = async (): Promise<void> => {
    for (const name of ends.keys()) await end(name);
    served = [];
  };

  beforeAll(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(endAll);
  afterAll(() => void jest.useRealTimers());

  it('are two large ones at a time for a tenant alone, and small ones go at once', async () => {
    const busy = newTenant();
    for (const name of ['first', 'second', 'third']) send(busy, name);
    send(busy, 'small', SMALL);
    await nextTurn();
    expect(served.toSorted()).toEqual(['first', 'second', 'small']);
    await end('first');
    expect(served.at(-1)).toBe('third');
  });

  it('are one large one at a time for each tenant while several send, and two again seconds later', async () => {
    const [busy, other] = [newTenant(), newTenant()];
    send(busy, 'a1');
    send(other, 'b1', SMALL);
    for (const name of ['a2', 'a3']) send(busy, name);
    send(other, 'b2');
    await nextTurn();
    expect(served.toSorted()).toEqual(['a1', 'b1', 'b2']);
    await endAll();
    jest.advanceTimersByTime(6 * SECOND_MS);
    for (const name of ['a4', 'a5', 'a6']) send(busy, name);
    await nextTurn();
    expect(served).toEqual(['a4', 'a5']);
  });
});
