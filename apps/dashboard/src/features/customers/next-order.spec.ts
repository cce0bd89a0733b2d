import type { ChurnDetailDto } from '../../api/schema';
import { nextOrderOf } from './next-order';

const NOW = new Date('2026-11-22T09:00:00.000Z');
const best = '2026-11-25T10:00:00.000Z';
const window = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-30T10:00:00.000Z' };

const detailOf = (lifecycle: ChurnDetailDto['lifecycle'], lateSince: string | null, hasWindow = true) =>
  ({
    lifecycle,
    late_since: lateSince,
    next_order_window: hasWindow ? window : null,
    features_extended: {
      average_order_value: null,
      avg_gap_days: null,
      expected_next_order_at: best,
      orders_total: 3,
      overdue_ratio: null,
    },
  }) as const;
const nextOf = (...of: Parameters<typeof detailOf>) => nextOrderOf(detailOf(...of), NOW);

describe('The next order of a customer', () => {
  it('is expected within a window while the customer is on time', () =>
    expect(nextOf('active', null)).toEqual({ kind: 'expected', ...window, best }));

  it('is expected without a best guess when that day has passed', () =>
    expect(nextOrderOf(detailOf('active', null), new Date('2026-11-26T09:00:00.000Z'))).toMatchObject({ kind: 'expected', best: null }));

  it('is overdue since the day on which the window ended', () =>
    expect(nextOf('slipping', '2026-10-17')).toEqual({ kind: 'overdue', since: '2026-10-17', days: 36 }));

  it('is one day overdue on the first day', () => expect(nextOf('slipping', '2026-11-22')).toMatchObject({ days: 1 }));

  it('is not expected of a lost customer', () => expect(nextOf('lost', '2025-09-07')).toEqual({ kind: 'quiet', since: '2025-09-07' }));

  it('is not known after one order', () => expect(nextOf('new', null, false)).toEqual({ kind: 'unknown' }));
});
