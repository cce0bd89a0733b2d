import type { ChurnDetailDto } from '../../api/schema';
import { nextOrderOf } from './next-order';

const NOW = new Date('2026-11-22T09:00:00.000Z');
const best = '2026-11-25T10:00:00.000Z';
const window = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-30T10:00:00.000Z' };

const detailOf = (lifecycle: ChurnDetailDto['lifecycle'], overdueDays: number | null, hasWindow = true, gap: number | null = 20) =>
  ({
    lifecycle,
    overdue_days: overdueDays,
    next_order_window: hasWindow ? window : null,
    usual_gap_days: gap,
    confidence: 'medium' as ChurnDetailDto['confidence'],
    features_extended: {
      average_order_value: null,
      avg_gap_days: null,
      expected_next_order_at: best,
      orders_total: 3,
      days_since_order: 40,
      overdue_ratio: null,
    },
  }) as const;
const nextOf = (...of: Parameters<typeof detailOf>) => nextOrderOf(detailOf(...of), NOW);

describe('The next order of a customer', () => {
  it('is expected within a window while the customer is on time', () =>
    expect(nextOrderOf(detailOf('active', null), new Date('2026-11-19T09:00:00.000Z'))).toEqual({ kind: 'expected', ...window, best }));

  it('is expected by the end of a window that has begun', () =>
    expect(nextOf('active', null)).toEqual({ kind: 'expected', from: null, to: window.to, best }));

  it('is expected without a best guess when that day has passed', () =>
    expect(nextOrderOf(detailOf('active', null), new Date('2026-11-26T09:00:00.000Z'))).toMatchObject({ kind: 'expected', best: null }));

  it('is overdue for the days that the API counts, whatever the lifecycle', () => {
    expect(nextOf('slipping', 36)).toEqual({ kind: 'overdue', days: 36 });
    expect(nextOf('active', 0)).toEqual({ kind: 'overdue', days: 0 });
  });

  it('is not expected of a lost customer', () => expect(nextOf('lost', 440)).toEqual({ kind: 'lost', days: 440 }));

  it('is not known after orders on one day only, also after two orders on that day', () =>
    expect(nextOf('new', null, false, null)).toEqual({ kind: 'one_day' }));

  it.each(['active', 'slipping'] as const)('is not known of a customer who is %s since an unknown day', (lifecycle) => {
    const { features_extended, ...detail } = detailOf(lifecycle, null, false, null);
    expect(nextOrderOf({ ...detail, features_extended: { ...features_extended, days_since_order: null } }, NOW)).toEqual({
      kind: 'no_day',
    });
  });

  it('is due without a day once half of those who come back have done so', () =>
    expect(nextOf('second_order_due', null, false, null)).toEqual({ kind: 'second_due' }));

  it('is more than a year ahead of a customer who has a rhythm and no window', () =>
    expect(nextOf('active', null, false, 300)).toEqual({ kind: 'far' }));

  it('is not known before the first order, and of a customer with more orders than are looked at', () => {
    const detail = detailOf(null, null, false, null);
    expect(nextOrderOf({ ...detail, features_extended: { ...detail.features_extended, orders_total: 0 } }, NOW)).toEqual({ kind: 'none' });
    expect(nextOrderOf({ ...detail, confidence: null }, NOW)).toEqual({ kind: 'unknown' });
  });
});
