import { readListSearch } from '../../../shared/customer-list/list-search';
import { shopFormat } from '../../../format/shop-format';
import { filterChips } from './filter-chips';

const chipsOf = (given: Record<string, unknown>): string[] =>
  filterChips(readListSearch(given), shopFormat('EUR', 'UTC')).map(({ label }) => label);

describe('The filters that are on, in words', () => {
  it('name each of them', () => {
    const everything = {
      q: 'an',
      lifecycle: ['active'],
      labels: ['high', 'critical'],
      min: 50,
      max: 90,
      late: 'any',
      entered: '30d',
      control: 'in',
    };
    expect(chipsOf(everything)).toEqual([
      'ID begins with an',
      'Lifecycle: Active',
      'Risk: High risk, Critical risk',
      'Score: 50% to 90%',
      'Overdue, however long',
      'High risk for 30 days at most',
      'In a control group: send nothing',
    ]);
    expect(chipsOf({ orderedFrom: '2026-01-31', ordersMax: 20, spentMin: 0.5, spentMax: 1000 })).toEqual([
      'Last order: from 31 Jan 2026',
      'Orders: up to 20',
      'Spent: €0.50 to €1,000',
    ]);
    expect(chipsOf({ q: `email:${'a1'.repeat(32)}` })).toEqual(['The address behind email:a1a1a1a1a1…']);
    expect(chipsOf({})).toEqual([]);
  });

  it('each remove their own part of the search', () => {
    const search = readListSearch({ lifecycle: ['active'], min: 50, max: 90 });
    const [first, second] = filterChips(search, shopFormat('EUR', 'UTC'));
    expect({ ...search, ...first?.removal }).toMatchObject({ lifecycle: undefined, min: 50, max: 90 });
    expect({ ...search, ...second?.removal }).toMatchObject({ lifecycle: ['active'], min: undefined, max: undefined });
  });
});
