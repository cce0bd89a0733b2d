import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

const CLI = path.resolve(__dirname, '../../../dist/apps/cli/bundle/main.js');

describe('the import command', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let folder: string;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  beforeEach(async () => {
    shop = await system.shop();
    folder = mkdtempSync(path.join(tmpdir(), 'churn-import-answers-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => system.stop());

  /** Runs the command as a person does, and waits until what it sent is stored. */
  async function importing(rows: readonly string[], ...options: readonly string[]): Promise<{ code: number; said: string }> {
    const file = path.join(folder, 'orders.csv');
    writeFileSync(file, rows.join('\n'));
    const env = { PATH: process.env['PATH'], CHURN_DATA_DIR: path.join(folder, 'data'), CHURN_API_KEY: shop.apiKey };
    const outcome = await new Promise<{ code: number; said: string }>((resolve) => {
      execFile(process.execPath, [CLI, 'import', file, '--base-url', system.api.url, ...options], { env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${stdout}${stderr}` }),
      );
    });
    await shop.settled();
    return outcome;
  }
  const totals = async (): Promise<Record<string, string>> => {
    const rows = await shop.rows<{ external_id: string; orders_count: number; spent: string }>(
      'customers',
      'external_id, orders_count, monetary_total::text AS spent',
    );
    return Object.fromEntries(rows.map((row) => [row.external_id, `${row.orders_count} × ${Number(row.spent).toFixed(2)}`]));
  };

  it('stops when a file has no amounts, and imports it with the column that is named', async () => {
    const rows = ['ID,customer_id,date,Worth', '1,c1,2026-03-10,100.00', '2,c2,2026-04-10,50.00'];
    const stopped = await importing(rows);
    expect(stopped.code).toBe(1);
    expect(stopped.said).toContain('No column with the amounts of the orders was found.');
    expect(stopped.said).toContain('Its columns are: ID, customer_id, date, Worth.');
    expect(await totals()).toEqual({});
    expect((await importing(rows, '--column', 'amount=Worth', '--column', 'order=ID')).code).toBe(0);
    expect(await totals()).toEqual({ c1: '1 × 100.00', c2: '1 × 50.00' });
  });

  it('adds up the items of an order, and takes no placeholder for a customer', async () => {
    const header = 'InvoiceNo,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Email';
    const { code, said } = await importing([
      header,
      '536365,Lamp,6,2026-03-10,2.55,17850.0,',
      '536365,Plate,8,2026-03-10,2.75,17850.0,',
      '536366,Cup,2,2026-03-11,5.00,0,Ada <ada@shop.example>',
      '536367,Cup,1,2026-03-12,5.00,0,ADA@shop.example',
      '536368,Cup,1,2026-03-12,5.00,NULL,pos@shop.example',
    ]);
    expect(code).toBe(2);
    expect(said).toContain('a row for each item: 5 rows, 3 orders, 52.30');
    expect(said).toContain('the customer "NULL" is not one person');
    const found = await totals();
    expect(found['17850']).toBe('1 × 37.30');
    const others = Object.entries(found).filter(([id]) => id !== '17850');
    expect(others).toEqual([[expect.stringMatching(/^email:[0-9a-f]{64}$/), '2 × 15.00']]);
  });
});
