import { hasFilters, readListSearch, toListQuery } from './list-search';

describe('The URL of the customer list', () => {
  it('gives the query parameters of the API', () => {
    const search = readListSearch({ q: 'an', labels: ['critical', 'high'], min: 50, max: 90, sort: 'monetary_asc' });
    expect(toListQuery(search)).toEqual({
      sort: 'monetary_asc',
      external_id_prefix: 'an',
      churn_label: ['high', 'critical'],
      min_score: 0.5,
      max_score: 0.9,
    });
    expect(hasFilters(search)).toBe(true);
  });

  it('ignores invalid values, so that old links still work', () => {
    const search = readListSearch({ q: 7, labels: ['worst'], min: 90, max: 10, sort: 'name' });
    expect(toListQuery(search)).toEqual({ sort: 'revenue_at_risk_desc' });
    expect(hasFilters(search)).toBe(false);
  });

  it('treats all labels as no filter, which includes customers without a score', () => {
    expect(hasFilters(readListSearch({ labels: ['low', 'medium', 'high', 'critical'] }))).toBe(false);
  });
});
