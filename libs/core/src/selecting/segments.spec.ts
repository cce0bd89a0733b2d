import { EVERYBODY } from '../campaigns.js';
import { narrow, NO_FILTER, READY_MADE_SEGMENTS, type SegmentFilter } from './segments.js';

const NOW = new Date('2026-11-24T12:00:00Z');
const both = (a: Partial<SegmentFilter>, b: Partial<SegmentFilter>) => narrow({ ...NO_FILTER, ...a }, { ...NO_FILTER, ...b }, NOW);

describe('the conditions of a segment and of a filter beside it', () => {
  it('keep who matches both', () => {
    expect(both({ labels: ['high', 'low'], min_score: 0.2, orders_max: 9 }, { labels: ['critical', 'high'], min_score: 0.5, orders_max: 4 })).toEqual({
      ...NO_FILTER, among: null, labels: ['high'], min_score: 0.5, orders_max: 4,
    }); // prettier-ignore
  });

  it('compare days ago with dates', () => {
    expect(both({ last_order_from: '7d' }, { last_order_from: '2026-11-01' }).last_order_from).toBe('7d');
    expect(both({ last_order_to: '60d' }, { last_order_to: '2026-11-01' }).last_order_to).toBe('60d');
    expect(both({ entered_since: '7d' }, { entered_since: '2026-11-20' }).entered_since).toBe('2026-11-20');
  });

  it('leave nobody where they exclude each other', () => {
    expect(both({ labels: ['low'] }, { labels: ['high'] }).labels).toEqual([]);
  });

  it('keep what only one of them has', () => {
    expect(narrow({ ...EVERYBODY, min_monetary: 5 }, { ...NO_FILTER, lifecycle: ['lost'] }, NOW)).toEqual({
      ...EVERYBODY, min_monetary: 5, lifecycle: ['lost'], control_group: null, among: null,
    }); // prettier-ignore
  });
});

describe('the ready-made segments', () => {
  it('have ids and names of their own', () => {
    for (const key of ['id', 'name'] as const)
      expect(new Set(READY_MADE_SEGMENTS.map((segment) => segment[key])).size).toBe(READY_MADE_SEGMENTS.length);
  });
});

describe('the ready-made segments', () => {
  it('name those overdue since this week by that, because nothing says when they began to slip away', () => {
    const segment = READY_MADE_SEGMENTS.find(({ id }) => id === 'slipping-this-week');
    expect(segment?.name).toBe('Slipping away, overdue since this week');
    expect(segment?.filter).toEqual({ ...NO_FILTER, lifecycle: ['slipping'], late_since_from: '7d' });
  });
});
