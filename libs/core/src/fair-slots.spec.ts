import { FairSlots } from './fair-slots.js';

/** Uses that end when the test says so, in the order in which they started. */
class Uses {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly slots: FairSlots) {}

  begin(name: string, weight = 0): Promise<void> {
    return this.slots.use(
      name[0]!,
      () => {
        this.started.push(name);
        return new Promise((resolve) => this.ends.set(name, resolve));
      },
      weight,
    );
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)!();
    await new Promise(setImmediate);
  }
}

const flushPromises = (): Promise<void> => new Promise(setImmediate);

describe('fair slots', () => {
  it('give the free slot to the keys in turn, however much one of them waits for', async () => {
    const uses = new Uses(new FairSlots({ slots: 1, perKey: 1 }));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) void uses.begin(name);
    await flushPromises();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      expect(uses.started.at(-1)).toBe(name);
      await uses.end(name);
    }
    expect(uses.started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('start those that wait, first come first, when a key may hold more', async () => {
    let most = 1;
    const uses = new Uses(new FairSlots({ slots: 4, perKey: () => most }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void uses.begin(name);
    await flushPromises();
    expect(uses.started).toEqual(['a1']);
    most = 2;
    void uses.begin('a5');
    await flushPromises();
    expect(uses.started).toEqual(['a1', 'a2']);
    most = 3;
    await uses.end('a1');
    expect(uses.started).toEqual(['a1', 'a2', 'a3', 'a4']);
    most = 1;
    await uses.end('a2');
    await uses.end('a3');
    expect(uses.started).not.toContain('a5');
    await uses.end('a4');
    expect(uses.started.at(-1)).toBe('a5');
  });

  it('leave slots for others when one key wants them all', async () => {
    const uses = new Uses(new FairSlots({ slots: 4, perKey: 3 }));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void uses.begin(name);
    await flushPromises();
    expect(uses.started).toEqual(['a1', 'a2', 'a3', 'b1']);
    await uses.end('b1');
    expect(uses.started).not.toContain('a4');
    await uses.end('a2');
    expect(uses.started.at(-1)).toBe('a4');
  });

  it('refuse what would make a key wait with too much, and nobody else', async () => {
    const slots = new FairSlots({ slots: 1, perKey: 1, mostWaiting: 10, refuse: () => new Error('full') });
    const uses = new Uses(slots);
    void uses.begin('a1', 100);
    void uses.begin('a2', 6);
    await expect(uses.begin('a3', 5)).rejects.toThrow('full');
    void uses.begin('a4', 4);
    void uses.begin('b1', 10);
    await flushPromises();
    expect(slots.waiting).toBe(3);
    for (const name of ['a1', 'b1', 'a2', 'a4']) await uses.end(name);
    expect(uses.started).toEqual(['a1', 'b1', 'a2', 'a4']);
    expect(slots.waiting).toBe(0);
  });

  it('keep nothing of a key that was refused at once', async () => {
    const slots = new FairSlots({ slots: 1, perKey: 1, mostWaiting: 10, refuse: () => new Error('full') });
    const uses = new Uses(slots);
    void uses.begin('a1');
    for (const name of ['b1', 'c1', 'd1']) await expect(uses.begin(name, 11)).rejects.toThrow('full');
    expect([...(Reflect.get(slots, 'keys') as Map<string, unknown>).keys()]).toEqual(['a']);
    await uses.end('a1');
  });

  it('refuse what has waited for too long, and do not start it later', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const uses = new Uses(new FairSlots({ slots: 1, perKey: 1, mostWaitMs: 1500, refuse: () => new Error('late') }));
    void uses.begin('a1');
    const late = uses.begin('a2').catch((error: Error) => error.message);
    jest.advanceTimersByTime(1000);
    void uses.begin('b1');
    jest.advanceTimersByTime(600);
    expect(await late).toBe('late');
    jest.useRealTimers();
    await uses.end('a1');
    await uses.end('b1');
    expect(uses.started).toEqual(['a1', 'b1']);
  });

  it('let a use wait longer than the others', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const slots = new FairSlots({ slots: 1, perKey: 1, mostWaitMs: 1500, refuse: () => new Error('late') });
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const first = slots.use('a', () => ended);
    const patient = slots.use('a', () => Promise.resolve('served'), 0, 8000);
    jest.advanceTimersByTime(7000);
    jest.useRealTimers();
    end();
    await first;
    expect(await patient).toBe('served');
  });

  it('give a slot back when the work fails', async () => {
    const slots = new FairSlots({ slots: 1, perKey: 1 });
    await expect(slots.use('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.use('a', () => Promise.resolve('again'))).toBe('again');
  });
});
