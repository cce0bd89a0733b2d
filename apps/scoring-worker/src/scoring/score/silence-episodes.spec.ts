import { DAY_MS } from '#libs/core';
import { reportEpisodes, silenceEpisodes } from './silence-episodes.js';

const at = (day: number): { lastOrderAtMs: number } => ({ lastOrderAtMs: day * DAY_MS + 1 });
const before = { second_due_after_day: null, overdue_after_day: null, model_version: 'm', calculatedMs: 120 * DAY_MS };

describe.each([
  ['too long', 'overdue', 'overdue_after_day', 'lateSinceDay'],
  ['long enough for a second order', 'secondDue', 'second_due_after_day', 'secondDueSinceDay'],
] as const)('a silence that becomes %s', (_, stage, known, since) => {
  const reached = (day: number | null, modelVersion = 'm') => ({ lateSinceDay: null, secondDueSinceDay: null, modelVersion, [since]: day });
  const episode = (...input: Parameters<typeof silenceEpisodes>) => silenceEpisodes(...input)[stage];

  it('is reported once', () => {
    const first = episode(before, at(100), reached(130), 'pass');
    expect(first).toEqual({ afterDay: 100, isReported: true });
    expect(episode({ ...before, [known]: first.afterDay }, at(100), reached(131), 'events').isReported).toBe(false);
  });

  it('is not there while it is shorter, or the customer has no score', () => {
    expect(episode(before, at(100), reached(null), 'pass')).toEqual({ afterDay: null, isReported: false });
    expect(episode({ ...before, [known]: 90 }, at(100), null, 'pass')).toEqual({ afterDay: 90, isReported: false });
  });

  it('ends with a new order, but not with one that is cancelled later', () => {
    const told = { ...before, [known]: 100 };
    expect(episode(told, at(140), reached(170), 'pass')).toEqual({ afterDay: 140, isReported: true });
    expect(episode({ ...told, [known]: 140 }, at(100), reached(130), 'events')).toEqual({ afterDay: 140, isReported: false });
  });

  it('is not reported in imported history and at a first score, also later', () => {
    expect(episode(before, at(100), reached(130), 'backfill')).toEqual({ afterDay: 100, isReported: false });
    const first = { ...before, model_version: null, calculatedMs: null };
    expect(episode(first, at(100), reached(130), 'events')).toEqual({ afterDay: 100, isReported: false });
  });

  it('is reported with a new model only if it became so long since the last score', () => {
    expect(episode(before, at(100), reached(120, 'new'), 'pass')).toEqual({ afterDay: 100, isReported: false });
    expect(episode(before, at(100), reached(121, 'new'), 'pass')).toEqual({ afterDay: 100, isReported: true });
  });
});

describe('the events of a silence', () => {
  const customer = { id: 'id' as never, external_id: 'c-1', event_sequence: '7' };
  const scored = { score: '0.6127', label: 'medium', modelVersion: 'm', secondDueSinceDay: 130, lateSinceDay: 130 } as never;
  const isNew = { afterDay: 100, isReported: true };
  const reported = (settings: { reports_second_due: boolean; reports_overdue: boolean }) =>
    reportEpisodes(customer, [], { episodes: { secondDue: isNew, overdue: isNew }, scored, features: at(100), settings });

  it('are one for each stage that is reported, in the order of their sequence, for tenants that want them', () => {
    const rest = { customer_id: 'c-1', last_order_at: '1970-04-11T00:00:00.001Z', score: 0.6127, label: 'medium', model_version: 'm' };
    expect(reported({ reports_second_due: true, reports_overdue: true })).toEqual([
      { customerId: 'id', sequence: '8', payload: { event: 'customer.second_order_due', due_since: '1970-05-11', ...rest } },
      { customerId: 'id', sequence: '9', payload: { event: 'customer.order_overdue', overdue_since: '1970-05-11', ...rest } },
    ]);
    expect(reported({ reports_second_due: false, reports_overdue: true })).toMatchObject([{ sequence: '8' }]);
    expect(reported({ reports_second_due: false, reports_overdue: false })).toEqual([]);
  });
});
