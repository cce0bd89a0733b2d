import { readCsv } from '../../../../test/support/shop/read-csv.js';
import { currencyLines, understandingLines } from './open-questions.js';

describe('The summary of a file before it is sent', () => {
  it('names the currencies whose amounts the shop does not count', async () => {
    const { found } = await readCsv(
      'order_id,customer_id,date,amount,currency\n1,c1,2026-03-10,10,EUR\n2,c1,2026-03-11,10,PKR\n3,c1,2026-03-11,10,',
    );
    expect(currencyLines(found, 'EUR')).toEqual([
      'note: amounts that name no currency count in EUR, the currency of the shop',
      expect.stringContaining('the shop counts in EUR. Orders in PKR count for the scores'),
    ]);
    expect(currencyLines((await readCsv('order_id,customer_id,date,total_eur\n1,c1,2026-03-10,10')).found, 'EUR')).toEqual([]);
  });

  it('says that only the first of two columns with one name is read', async () => {
    const { found } = await readCsv('order_id,customer_id,date,Total,Total\n1,c1,2026-03-10,10,12');
    expect(understandingLines(found)).toContainEqual(
      expect.stringContaining('several columns are named Total, and only the first is read'),
    );
  });
});
