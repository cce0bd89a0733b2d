import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoopbackService, quickPatience } from '../../../../test/support/servers/loopback-service.js';
import { plainProgress } from '#libs/terminal';
import { mappingOf } from './mapping-options.js';
import { EXIT, type ImportOptions, runImport } from './run-import.js';

let folder: string;
let service: LoopbackService;
let baseUrl: string;
let printed: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  service = new LoopbackService();
  baseUrl = await service.start();
  printed = [];
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function file(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.join('\n'));
  return path;
}

const OPTIONS = { refunds: [], format: 'auto', apiKey: 'ck_live_test', shiftToNow: false, dryRun: false, restart: false } as const;
const line = (text: string): void => void printed.push(text);
const importing = (files: readonly string[], options: Partial<ImportOptions> = {}): Promise<number> =>
  runImport(
    { ...OPTIONS, files, baseUrl, ...options },
    {
      terminal: { line, progress: (title, total) => plainProgress(title, total, line) },
      now: new Date('2026-11-21T05:00:00.000Z'),
      environment: {},
      dataDirectory: join(folder, '.data'),
      adminCommand: [],
      patience: quickPatience(),
    },
  );
const values = (): unknown[] => [...service.events.values()].map((event) => (event as { value?: number }).value);

describe('an import that needs answers', () => {
  const WORTH = ['ID,Who,When,Worth', '1,c1,2026-03-10,100.00', '2,c2,2026-04-10,50.00'];

  it('stops before the first row, names the columns and what is missing, and the options that say it', async () => {
    const path = await file('orders.csv', ['order_id,customer_id,date,Worth', '1,c1,2026-03-10,100.00']);
    await expect(importing([path])).rejects.toThrow(
      /nothing was sent[^]*No column with the amounts[^]*--column amount=NAME[^]*Its columns are: order_id, customer_id, date, Worth\./,
    );
    expect(service.batches).toEqual([]);
    expect(await importing([path], { column: ['amount=Worth'] })).toBe(EXIT.complete);
    expect(values()).toEqual([100]);
    expect(printed).toContain('orders.csv: read as a table of orders: 1 row, 1 order, 100.00');
  });

  it('takes all columns from options, and saves them for the next file and the dashboard', async () => {
    const saved = join(folder, 'mapping.json');
    const column = ['order=ID', 'customer=Who', 'date=When', 'amount=Worth'];
    expect(await importing([await file('orders.csv', WORTH)], { column, saveMapping: saved })).toBe(EXIT.complete);
    expect(JSON.parse(await readFile(saved, 'utf8'))).toEqual({
      mapping_version: 1,
      columns: { order: 'ID', customer: 'Who', date: 'When', amount: 'Worth' },
    });
    const next = await file('next.csv', [WORTH[0]!, '3,c3,2026-05-10,7.00']);
    expect(await importing([next], { mapping: saved })).toBe(EXIT.complete);
    expect(values()).toEqual([100, 50, 7]);
  });

  it('sends a file again when the answers are others', async () => {
    const path = await file('orders.csv', ['order_id,customer_id,date,amount', '1,c1,2026-03-10,7', '1,c1,2026-03-10,7']);
    await expect(importing([path])).rejects.toThrow(/--rows items if the amounts add up, or --rows orders/);
    await importing([path], { rows: 'orders' });
    await importing([path], { rows: 'items' });
    expect(printed.join('\n')).toContain('orders.csv: read as a table of orders, a row for each item: 2 rows, 1 order, 14.00');
    expect(service.batches.length).toBeGreaterThan(1);
  });

  it('reports unknown statuses with their rows and how they were taken, and follows the owner', async () => {
    const rows = ['order_id,customer_id,date,amount,status', '1,c1,2026-03-10,7,Zorgvuldig', '2,c1,2026-03-11,8,paid'];
    await importing([await file('orders.csv', rows)]);
    expect(printed.join('\n')).toContain(
      'unknown statuses: "Zorgvuldig" (1 row) was taken as a purchase. To change it: --status "Zorgvuldig=cancelled"',
    );
    service.events.clear();
    await importing([await file('orders.csv', rows)], { status: ['Zorgvuldig=not-bought'], restart: true });
    expect(values()).toEqual([8]);
  });

  it('says which numbers it took for returns, asks about others, and follows the owner', async () => {
    const rows = ['order_id,customer_id,date,amount', '1001,c1,2026-03-10,20', '1002,c2,2026-03-11,8', '1003,c3,2026-03-11,8'];
    const known = await file('known.csv', [...rows, 'RET-1001,c1,2026-03-12,5']);
    expect(await importing([known])).toBe(EXIT.complete);
    const said = printed.join('\n');
    expect(said).toContain('read as a table of orders: 4 rows, 3 orders, 31.00, 1 refunded');
    expect(said).toContain('returns by their number: 1 number such as RET-1001. If they are orders: --numbers RET=orders');
    const open = await file('open.csv', [...rows, '9001-R,c1,2026-03-12,5']);
    await expect(importing([open])).rejects.toThrow(/written like 9001-R[^]*--numbers -R=returns, or --numbers -R=orders/);
    printed.length = 0;
    expect(await importing([open], { numbers: ['-r=returns'] })).toBe(EXIT.complete);
    expect(printed.join('\n')).toContain('4 rows, 3 orders, 31.00, 1 refunded');
  });

  it('refuses a summary of customers that can be read in two ways', async () => {
    const path = await file('rfm.csv', ['CustomerID,frequency,recency,monetary', '1,2,30,22.3']);
    await expect(importing([path])).rejects.toThrow(/nothing was sent\.\n- This file sums up customers in a way/);
  });

  it('names the options for the day and the unit of a summary', async () => {
    const path = await file('rfm.csv', ['CustomerID,frequency,recency,T,monetary_value', '1,2,30.4,38.8,22.3']);
    await expect(importing([path])).rejects.toThrow(
      /Add --until with the day, such as --until 2026-11-20\.\n.*up to 38\.8.* Add --unit days, --unit weeks/,
    );
    await expect(importing([path], { until: '20.11.' })).rejects.toThrow(/The day cannot be used: "20\.11\." is not a time/);
  });
});

describe('the answers of the command line', () => {
  it.each([
    [{ column: ['sum=Sales'] }, /"sum" is not known; write one of customer, date, amount/],
    [{ column: ['amount'] }, /has no "="; write it as --column amount=Sales/],
    [{ status: ['Closed=lost'] }, /"lost" is not known; write one of bought, not_bought, cancelled, refunded/],
    [{ numbers: ['RET'] }, /--numbers "RET" has no "="; write it as --numbers RET=returns/],
    [{ numbers: ['RET=lost'] }, /"lost" is not known; write one of orders, returns/],
    [{ mapping: 'missing.json' }, /--mapping missing\.json: the file cannot be read/],
  ])('are refused with what is allowed: %j', async (options, reason) => {
    await expect(mappingOf({ format: 'auto', ...options })).rejects.toThrow(reason);
  });

  it('may hold signs', async () => {
    expect(await mappingOf({ format: 'auto', column: ['amount=Sum = net'], status: ['a=b=cancelled'] })).toEqual({
      columns: { amount: 'Sum = net' },
      statuses: { ab: 'cancelled' },
    });
  });
});
