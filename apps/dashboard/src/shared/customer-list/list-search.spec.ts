import { hasFilters, NO_FILTERS, readListSearch, segmentFilterOf, toListQuery } from './list-search';

const EVERYTHING = {
  segment: 'slipping',
  q: 'an',
  labels: ['critical', 'high'],
  lifecycle: ['slipping'],
  min: 50,
  max: 90,
  late: '7d',
  entered: '30d',
  orderedFrom: '2026-01-31',
  orderedTo: '2026-02-01',
  ordersMin: 2,
  ordersMax: 20,
  spentMin: 0.5,
  spentMax: 1000,
  control: 'in',
  consent: 'allowed',
  bought: 'Shirts, blouses',
  neverBought: 'Tea',
  sort: 'monetary_asc',
};

describe('The URL of the customer list', () => {
  it('gives the query parameters of the API', () => {
    const search = readListSearch(EVERYTHING);
    expect(toListQuery(search)).toEqual({
      sort: 'monetary_asc',
      segment: 'slipping',
      external_id_prefix: 'an',
      churn_label: ['high', 'critical'],
      lifecycle: ['slipping'],
      min_score: 0.5,
      max_score: 0.9,
      late_since_from: '7d',
      entered_since: '30d',
      last_order_from: '2026-01-31',
      last_order_to: '2026-02-01',
      orders_min: 2,
      orders_max: 20,
      spend_min: 0.5,
      spend_max: 1000,
      control_group: ['shop', 'campaign'],
      marketing_consent: ['yes', 'unknown'],
      bought: ['Shirts, blouses'],
      never_bought: ['Tea'],
    });
  });

  it('can ask for everybody who is late, however long', () => {
    expect(toListQuery(readListSearch({ lifecycle: ['active'], late: 'any' }))).toEqual({
      sort: 'to_win_desc',
      lifecycle: ['active'],
      late_since_to: '0d',
    });
  });

  it.each(Object.keys(NO_FILTERS))('counts %s as a filter, which can be removed', (name) => {
    const search = readListSearch({ [name]: EVERYTHING[name as keyof typeof EVERYTHING] });
    expect([hasFilters(search), hasFilters({ ...search, ...NO_FILTERS })]).toEqual([true, false]);
  });

  it.each([
    { q: 7, labels: ['worst'], lifecycle: 'lost', sort: 'name' },
    { min: 90, max: 10 },
    { min: -1, max: 101 },
    { late: '8d', entered: 7, control: 'both', consent: 'maybe', bought: ' ', neverBought: 7 },
    { orderedFrom: '2026-02-30x', orderedTo: 'yesterday' },
    { orderedFrom: '2026-02-02', orderedTo: '2026-02-01' },
    { ordersMin: 1.5, ordersMax: '3', spentMin: -1, spentMax: 2e12 },
  ])('ignores invalid values, so that old links still work: %j', (given) => {
    const search = readListSearch(given);
    expect([toListQuery(search), hasFilters(search)]).toEqual([{ sort: 'to_win_desc' }, false]);
  });

  it('gives the conditions of a segment, unless there are some that a segment cannot have', () => {
    const { segment: _segment, q: _q, ...filters } = EVERYTHING;
    expect(segmentFilterOf(readListSearch(filters))).toEqual({
      labels: ['high', 'critical'],
      lifecycle: ['slipping'],
      min_score: 0.5,
      max_score: 0.9,
      late_since_from: '7d',
      entered_since: '30d',
      last_order_from: '2026-01-31',
      last_order_to: '2026-02-01',
      orders_min: 2,
      orders_max: 20,
      spend_min: 0.5,
      spend_max: 1000,
      control_group: ['shop', 'campaign'],
      marketing_consent: ['yes', 'unknown'],
      bought: ['Shirts, blouses'],
      never_bought: ['Tea'],
    });
    for (const given of [{}, { sort: 'monetary_asc' }, { ...filters, q: 'an' }, { ...filters, segment: 'slipping' }])
      expect(segmentFilterOf(readListSearch(given))).toBeNull();
  });

  it('treats all labels as no filter, which includes customers without a score', () => {
    expect(hasFilters(readListSearch({ labels: ['low', 'medium', 'high', 'critical'] }))).toBe(false);
  });
});
