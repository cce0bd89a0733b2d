import type { OutgoingEvent } from '../outgoing-event.js';
import type { ReadRow, RowOutcome } from '../rows/row-reader.js';
import type { SentEvent } from './event-sender.js';
import { fromStored, type ImportProgress, NOT_BEGUN, toStored, type WrongRow } from './import-progress.js';
import { importRows } from './import-rows.js';

const event = (line: number, name: string): OutgoingEvent => ({
  event_id: `${line}-${name}`,
  event_type: name,
  customer_id: `c-${line}`,
  occurred_at: '2026-01-15T00:00:00.000Z',
});

const outcomeOf = (line: number): RowOutcome => {
  if (line % 5 === 0) return { kind: 'wrong', reason: 'no date' };
  if (line % 7 === 0) return { kind: 'left_out', why: 'tests' };
  return { kind: 'events', events: [event(line, 'order_completed'), event(line, 'order_refunded')] };
};

async function* rowsTo(last: number): AsyncGenerator<ReadRow> {
  for (let line = 2; line <= last; line += 1) yield { line, outcome: outcomeOf(line) };
}

/** Takes ten events at once, refuses both events of line 8, and fails from the given batch on. */
function service(failsAt: number) {
  let batches = 0;
  return {
    batchSize: 10,
    hasOrders: () => Promise.resolve(false),
    customersOf: () => Promise.resolve(new Map<string, string>()),
    knownOf: () => Promise.resolve(new Set<string>()),
    sendEvents: (events: readonly OutgoingEvent[]): Promise<SentEvent[]> => {
      batches += 1;
      if (batches >= failsAt) return Promise.reject(new Error('away'));
      return Promise.resolve(
        events.map(({ event_id: id }) =>
          id.startsWith('8-')
            ? { status: 'rejected', error: id === '8-order_completed' ? 'the order' : 'its refund' }
            : { status: 'accepted' },
        ),
      );
    },
  };
}

class Kept {
  readonly wrong: WrongRow[] = [];

  constructor(public progress: ImportProgress = NOT_BEGUN) {}

  advance(progress: ImportProgress, wrong: readonly WrongRow[]): void {
    // A round trip through JSON loses what a file or a browser cannot store.
    this.progress = fromStored(JSON.parse(JSON.stringify(toStored(progress))));
    this.wrong.push(...wrong);
  }
}

const imported = async (store: Kept, { failsAt = Infinity, signal }: { failsAt?: number; signal?: AbortSignal } = {}): Promise<Kept> => {
  const work = importRows(() => Promise.resolve(rowsTo(120)), {
    sender: service(failsAt),
    store,
    endsBackfill: true,
    createUpload: () => Promise.resolve('an upload'),
    onOutcome: () => undefined,
    ...(signal !== undefined && { signal }),
  });
  if (failsAt === Infinity) await work;
  else await expect(work).rejects.toThrow('away');
  return store;
};

describe('the import of a file', () => {
  it('counts each row once, and lists wrong ones in the order of the file with their first reason', async () => {
    const { progress, wrong } = await imported(new Kept());
    const lines = Array.from({ length: 119 }, (_, index) => index + 2);
    const withEvents = lines.filter((line) => outcomeOf(line).kind === 'events');
    expect(wrong.map(({ line }) => line)).toEqual(lines.filter((line) => line === 8 || outcomeOf(line).kind === 'wrong'));
    expect(wrong.find(({ line }) => line === 8)?.reason).toBe('the order');
    expect(progress).toMatchObject({ uploadId: 'an upload', accepted: 2 * (withEvents.length - 1), leftOut: new Map([['tests', 14]]) });
    expect(progress.byType.get('order_refunded')).toBe(withEvents.length - 1);
  });

  it.each([1, 2, 5, 12])('goes on after a failure at batch %i as if there had been none', async (failsAt) => {
    const whole = await imported(new Kept());
    const stopped = await imported(new Kept(), { failsAt });
    expect(stopped.progress.accepted).toBeLessThan(whole.progress.accepted);
    expect(await imported(stopped)).toEqual(whole);
  });

  it('reads rows again that were not answered before it was stopped', async () => {
    const controller = new AbortController();
    const store = new Kept();
    const advance = store.advance.bind(store);
    store.advance = (progress, wrong) => {
      advance(progress, wrong);
      if (progress.accepted > 30) controller.abort();
    };
    await imported(store, { signal: controller.signal });
    expect(store.wrong.every(({ line }) => line <= store.progress.line)).toBe(true);
    store.advance = advance;
    const { progress, wrong } = await imported(store);
    const whole = await imported(new Kept());
    expect({ progress, wrong }).toEqual({ progress: whole.progress, wrong: whole.wrong });
  });
});
