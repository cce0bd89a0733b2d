import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readShopLog, shopLogFiles } from './read-shop-log.js';

const folder = mkdtempSync(join(tmpdir(), 'evaluate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

const day = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

describe('reading an order log', () => {
  it('gives order days by the rules of the service: a day counts once, an order of value 0 not at all', async () => {
    const log = [
      'customer_id,occurred_at,value',
      'b,2024-03-02T10:00:00Z,5.50',
      'a,2024-03-01T23:59:59Z,1.25',
      'b,2024-03-02T09:00:00Z,4.50',
      'b,2024-02-01,',
      'c,2024-03-03,0.00',
      'd,2024-03-02T01:00:00+02:00,7',
    ].join('\n');
    for (const name of ['shop.csv', 'packed.csv.gz']) {
      const shop = await readShopLog(file(name, log));
      expect(shop).toMatchObject({ name: name.split('.')[0], orders: 6, span: { first: day('2024-02-01'), last: day('2024-03-02') } });
      expect([...shop.history.offsets]).toEqual([0, 2, 3, 4]);
      expect([...shop.history.day]).toEqual(['2024-02-01', '2024-03-02', '2024-03-01', '2024-03-01'].map(day));
      expect([...shop.history.value]).toEqual([Number.NaN, 10, 1.25, 7]);
    }
  });

  it('fails on wrong rows and names line, field, value and what is allowed', async () => {
    const rows = ['a,2024-13-01,5', ',2024-01-01,5', 'a,2024-01-01,-3', 'a,2024-01-01,much', 'a,1815-06-18,1', 'a,2024-01-01,1,2'];
    const path = file('wrong.csv', `customer_id,occurred_at,value\n${rows.join('\n')}\n`);
    const refusal = await readShopLog(path).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    expect(refusal.split('\n')).toEqual([
      `${path}, line 2: occurred_at: the date "2024-13-01" does not exist`,
      `${path}, line 3: customer_id has 0 characters; 1 to 255 are allowed`,
      `${path}, line 4: value is -3; 0 to 1000000000000 is allowed, or nothing where it is unknown`,
      `${path}, line 5: value: "much" is not an amount`,
      `${path}, line 6: occurred_at is 1815-06-18; the years 1970 to 2199 are allowed`,
      `${path}, line 7: the row has 4 fields, the header 3; is a separator or quote missing?`,
    ]);
  });

  it('requires column names and at least one order', async () => {
    await expect(readShopLog(file('columns.csv', 'who,when\na,2024-01-01\n'))).rejects.toThrow('has no column "customer_id"');
    await expect(readShopLog(file('empty.csv', 'customer_id,occurred_at,value\n'))).rejects.toThrow('has no order that counts');
    await expect(shopLogFiles([join(folder, 'absent.csv')])).rejects.toThrow('absent.csv does not exist.');
  });

  it('finds the order log in a folder and skips a file of refunds', async () => {
    file('some_refunds.csv', 'customer_id,occurred_at,value\n');
    const names = (await shopLogFiles([folder])).map((path) => path.slice(folder.length + 1));
    expect(names).toContain('packed.csv.gz');
    expect(names).not.toContain('some_refunds.csv');
  });
});
