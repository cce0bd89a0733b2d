import type { OutgoingEvent } from '#libs/order-import';
import { inspectPlanned, proposedPlan } from './plan';
import { NOTHING_DONE, runUpload, type UploadReport } from './run-upload';

const HEADER = 'customer_id,occurred_at,value';
/** Every third row has a date that does not exist, 40 of 120. */
const ROWS = Array.from({ length: 120 }, (_, i) => `c-${i},${i % 3 === 0 ? '2026-02-30' : '2026-01-15'},20`);
const FILE = new File([[HEADER, ...ROWS].join('\n')], 'orders.csv');
const PLAN = proposedPlan({ currency: 'EUR', timezone: 'UTC' });

/** A service that takes ten events at once, refuses those of c-4, and is away from the given batch on. */
function service(awayFrom: number) {
  let batches = 0;
  return {
    batchSize: 10,
    pseudonymKey: () => Promise.resolve(new Uint8Array(32)),
    hasOrders: () => Promise.resolve(false),
    createUpload: () => Promise.resolve('an upload'),
    isOpen: () => Promise.resolve(true),
    customersOf: () => Promise.resolve(new Map<string, string>()),
    knownOf: () => Promise.resolve(new Set<string>()),
    sendEvents: (events: readonly OutgoingEvent[]) => {
      batches += 1;
      if (batches >= awayFrom) return Promise.reject(new Error('away'));
      return Promise.resolve(
        events.map((event) => ({
          event_id: event.event_id,
          ...(event.customer_id === 'c-4' ? { status: 'rejected' as const, error: 'refused' } : { status: 'accepted' as const }),
        })),
      );
    },
  };
}

async function upload(begun: UploadReport, awayFrom = Infinity): Promise<UploadReport> {
  const reports = [begun];
  const tools = {
    sender: service(awayFrom),
    signal: new AbortController().signal,
    onMatching: () => undefined,
    onProgress: (report: UploadReport) => reports.push(report),
  };
  // What a page keeps is a copy: the list goes on growing.
  const last = await runUpload({ file: FILE, plan: PLAN, found: await inspectPlanned(FILE, PLAN) }, begun, tools as never).catch(() =>
    reports.at(-1)!,
  );
  return structuredClone(last);
}

describe('an upload', () => {
  it('lists each row that was not taken once, in the order of the file', async () => {
    const report = await upload(NOTHING_DONE);
    const lines = report.wrong.rows.map(({ line }) => line);
    expect([report.wrong.count, report.wrong.listed]).toEqual([41, 41]);
    expect([report.accepted, lines.length]).toEqual([79, 41]);
    expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
  });

  it('counts orders as the summary of the file does: those that were refunded as a whole are apart', async () => {
    const rows = ['o-1,c-1,2026-01-15,20,20', 'o-2,c-2,2026-01-15,20,5', 'o-3,c-3,2026-01-15,20,'];
    const file = new File([['order_id,customer_id,occurred_at,value,refunded_amount', ...rows].join('\n')], 'refunds.csv');
    const found = await inspectPlanned(file, PLAN);
    const tools = {
      sender: service(Infinity),
      signal: new AbortController().signal,
      onMatching: () => undefined,
      onProgress: () => undefined,
    };
    const { byType } = await runUpload({ file, plan: PLAN, found }, NOTHING_DONE, tools as never);
    expect([found.summary?.orders, Object.fromEntries(byType)]).toEqual([2, { order_completed: 2, order_refunded_whole: 1 }]);
  });

  it('counts no row twice when it stops in the middle and goes on', async () => {
    const whole = await upload(NOTHING_DONE);
    const stopped = await upload(NOTHING_DONE, 4);
    expect(stopped.accepted).toBeGreaterThan(0);
    expect(stopped.accepted).toBeLessThan(whole.accepted);
    const finished = await upload(stopped);
    expect({ ...finished, part: 1 }).toEqual({ ...whole, part: 1 });
  });
});
