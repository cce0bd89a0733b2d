import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoopbackService, quickPatience } from '../../../../test/support/servers/loopback-service.js';
import { plainProgress, type Terminal } from '#libs/terminal';
import { EXIT, type ImportOptions, runImport } from './run-import.js';

let folder: string;
let service: LoopbackService;
let baseUrl: string;
let printed: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  service = new LoopbackService();
  service.maxBatch = 100;
  service.trainedAt = new Date(0).toISOString();
  baseUrl = await service.start();
  printed = [];
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const terminal: Terminal = {
  line: (text) => void printed.push(text),
  progress: (title, total) => plainProgress(title, total, (text) => void printed.push(text)),
};

function importing(
  files: readonly string[],
  options: Partial<ImportOptions> = {},
  now = new Date('2026-11-21T05:00:00.000Z'),
): Promise<number> {
  return runImport(
    { files, refunds: [], format: 'auto', baseUrl, apiKey: 'ck_live_test', shiftToNow: false, dryRun: false, restart: false, ...options },
    {
      terminal,
      now,
      environment: {},
      dataDirectory: join(folder, '.data'),
      adminCommand: [join(folder, 'admin.mjs'), 'admin'],
      patience: quickPatience(),
    },
  );
}

async function log(rows: number, name = 'orders.csv'): Promise<string> {
  const lines = Array.from({ length: rows }, (_, index) => `c-${index % 40},2024-0${1 + (index % 9)}-15T10:00:00Z,${index}.50`);
  return file(name, ['customer_id,occurred_at,value', ...lines].join('\n'));
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('importing a file', () => {
  it('sends every row as backfill and shows the scores', async () => {
    expect(await importing([await log(950)])).toBe(EXIT.complete);
    expect(service.events.size).toBe(950);
    expect(service.bodies.every((body) => /"backfill":true,("backfill_done":true,)?"upload_id":"01a2218d-/.test(body))).toBe(true);
    expect(service.uploads).toMatchObject([{ file_name: 'orders.csv', summary: { orders: 950, customers: 40 } }]);
    expect(printed).toContain('orders.csv (generic): 950 rows, 950 events of 40 customers, 2024-01-15 to 2024-09-15');
    expect(service.ends.indexOf(true)).toBe(service.batches.length - 1);
    expect(printed).toContain('40 customers scored');
    expect(printed).toContain('Model loopback-1.0: fitted to 40 customers, looks 90 days ahead');
    expect(printed.join('\n')).toContain('- raises it: No order for 62 days. This customer usually orders every 21 days.');
  });

  it('waits for the model, and says so when none is fitted', async () => {
    service.trainedAt = null;
    await importing([await log(300)]);
    expect(printed).toContain('Waiting for a model of this shop, which scores all customers again …');
    expect(printed.slice(-2)).toEqual(['Model loopback-1.0: not fitted to this shop yet', '  note: no model was fitted']);
  });

  it('writes whom each pseudonym stands for into a file of this account only', async () => {
    const path = await file(
      'orders.csv',
      'customer_id,occurred_at,value\nJane@shop.example,2024-01-15T10:00:00Z,5\n=2+3@x.example,2024-01-16T10:00:00Z,7\nc-1,2024-01-16T10:00:00Z,7\n',
    );
    const map = join(folder, 'map.csv');
    await importing([path], { map });
    const [header, ...lines] = (await readFile(map, 'utf8')).trimEnd().split('\n');
    expect(header).toBe('pseudonym,value');
    const sent = [...service.events.values()].map((event) => (event as { customer_id: string }).customer_id);
    expect(lines.toSorted()).toEqual([`${sent[0]},Jane@shop.example`, `${sent[1]},"'=2+3@x.example"`].toSorted());
    expect((await stat(map)).mode & 0o777).toBe(0o600);
    // A repeated import sends nothing, and writes the same map.
    await rm(map);
    await importing([path], { map });
    expect((await readFile(map, 'utf8')).trimEnd().split('\n')).toHaveLength(3);
  });

  it('ends the backfill with the last of several files', async () => {
    await importing([await log(120), await log(130, 'second.csv')]);
    expect(service.ends).toEqual([false, false, false, true]);
  });

  it('sends nothing when it is repeated, and says so', async () => {
    const path = await log(300);
    await importing([path]);
    const sent = service.batches.length;
    expect(await importing([path])).toBe(EXIT.complete);
    expect(service.batches).toHaveLength(sent);
    expect(printed.join('\n')).toContain('orders.csv was imported on 2026-11-21');
  });

  it('adds only the new rows of an export that overlaps with an earlier one', async () => {
    await importing([await log(300)]);
    expect(await importing([await log(320, 'later.csv')])).toBe(EXIT.complete);
    expect(service.events.size).toBe(320);
    expect(printed.find((line) => line.startsWith('later.csv 100%'))).toContain('20 new, 300 known, 0 wrong');
  });

  it('continues at the checkpoint after a crash of the service, without loss', async () => {
    const path = await log(2500);
    service.diesAtBatch = 12;
    await expect(importing([path])).rejects.toThrow(/could not be used .* Run the same command again to continue/);
    const before = service.events.size;
    expect(before).toBeGreaterThanOrEqual(1100);
    expect(before).toBeLessThan(2500);

    service.diesAtBatch = Number.POSITIVE_INFINITY;
    const answered = service.batches.length;
    expect(await importing([path])).toBe(EXIT.complete);
    expect(service.events.size).toBe(2500);
    const sentAgain = service.batches.slice(answered).flat().length;
    expect(sentAgain).toBeLessThanOrEqual(2500 - before + 4 * 100);
    expect(printed.join('\n')).toContain('continuing after line');
  });

  it('sends everything again with --restart, or when the service has lost its data', async () => {
    const path = await log(150);
    await importing([path]);
    service.events.clear();
    await importing([path]);
    expect(service.events.size).toBe(150);
    expect(printed.join('\n')).toContain('the service no longer has it');
    await importing([path], { restart: true });
    expect(printed.join('\n')).toContain('0 new, 150 known, 0 wrong');
  });

  it('lists each row that the import or the service rejects once, with line and reason, even after several runs', async () => {
    const path = await file(
      'orders.csv',
      'customer_id,occurred_at,value\nc-1,2024-01-15,5\n,2024-01-15,5\nc-2,2024-01-15,666\nc-3,2024-01-15,7\n',
    );
    service.refusal = (event) => (event.value === 666 ? 'value is 666, which brings "bad luck"' : null);
    expect(await importing([path])).toBe(EXIT.someRowsWrong);
    expect(await importing([path], { restart: true })).toBe(EXIT.someRowsWrong);
    expect(await importing([path])).toBe(EXIT.someRowsWrong);
    expect(await readFile(join(folder, '.data/imports/orders.csv.errors.csv'), 'utf8')).toBe(
      'file,line,reason\n"orders.csv",3,"the customer is empty"\n"orders.csv",4,"value is 666, which brings ""bad luck"""\n',
    );
    expect(printed).toContain('    line 3: the customer is empty');
    expect(printed).toContain('    line 4: value is 666, which brings "bad luck"');
    expect([...service.events.values()].map((event) => event.customer_id)).toEqual(['c-1', 'c-3']);
  });

  it('lists rows that were rejected still when the file is imported again, and those of files with the same name apart', async () => {
    const path = await file('orders.csv', 'customer_id,occurred_at,value\n,2024-01-15,5\n');
    for (let run = 0; run < 2; run += 1) expect(await importing([path])).toBe(EXIT.someRowsWrong);
    const errors = (): Promise<string> => readFile(join(folder, '.data/imports/orders.csv.errors.csv'), 'utf8');
    expect(await errors()).toBe('file,line,reason\n"orders.csv",2,"the customer is empty"\n');
    await mkdir(join(folder, '2024'));
    const other = await file('2024/orders.csv', 'customer_id,occurred_at,value\nc-1,2024-01-15,5\nc-2,no day,5\n');
    expect(await importing([path, other])).toBe(EXIT.someRowsWrong);
    expect((await errors()).split('\n').filter((line) => line.includes('no day'))).toHaveLength(1);
    expect((await errors()).split('\n').filter((line) => line.includes('the customer is empty'))).not.toHaveLength(0);
  });

  it('brings nobody back who was erased since, also when the service refuses the first rows for their age', async () => {
    const path = await log(300);
    await importing([path]);
    const [first] = service.events.values();
    for (const [id, { customer_id }] of service.events) if (customer_id === first?.customer_id) service.events.delete(id);
    const left = service.events.size;
    expect(left).toBeLessThan(300);
    await importing([path]);
    service.refusal = () => 'occurred_at must not be before 2025-11-01';
    await importing([path]);
    expect(service.events.size).toBe(left);
    expect(printed.filter((line) => line.includes('Nothing to send'))).toHaveLength(2);
  });

  it('moves an old log to today, and by the same number of days when it is repeated later', async () => {
    const path = await file('orders.csv', 'customer_id,occurred_at,value\nc-1,1997-01-01,5\nc-1,1998-06-30,5\n');
    const refunds = await file('refunds.csv', 'customer_id,occurred_at,value\nc-1,1998-06-30,5\n');
    await importing([path], { refunds: [refunds], shiftToNow: true });
    const times = [...service.events.values()].map((event) => event.occurred_at);
    expect(times).toEqual(['2025-05-25T00:00:00.000Z', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z']);
    await importing([path], { refunds: [refunds], shiftToNow: true }, new Date('2026-12-24T05:00:00.000Z'));
    expect([...service.events.values()].map((event) => event.occurred_at)).toEqual(times);
    await expect(importing([path])).rejects.toThrow(/began with --shift-to-now/);
  });

  it('never sends an e-mail address, and gives a customer the same id in the next run', async () => {
    const header = 'Name,Email,Financial Status,Paid at,Currency,Total,Created at,Cancelled at,Refunded Amount,Id\n';
    await importing([await file('one.csv', `${header}#1,ann@example.com,paid,,USD,5.00,2024-01-15 10:22:33 -0500,,,1\n`)]);
    await importing([await file('two.csv', `${header}#2,ANN@example.com,paid,,USD,6.00,2024-02-15 10:22:33 -0500,,,2\n`)]);
    expect(service.bodies.join('')).not.toMatch(/example/i);
    expect(new Set([...service.events.values()].map((event) => event.customer_id)).size).toBe(1);
  });

  it('stores nothing in a dry run, with the service or without one', async () => {
    const path = await log(120);
    expect(await importing([path], { dryRun: true })).toBe(EXIT.complete);
    expect(service.requests).toBeGreaterThan(1);
    expect(service.events.size).toBe(0);
    await service.stop();
    expect(await importing([path], { dryRun: true })).toBe(EXIT.complete);
    expect(printed).toContain('No service answers. The rows are checked on this machine only.');
    expect(existsSync(join(folder, '.data/imports'))).toBe(false);
    service = new LoopbackService();
    await service.start();
  });

  it('replaces an address by its pseudonym in a dry run as well, and stores nothing', async () => {
    const header = 'Name,Email,Financial Status,Paid at,Currency,Total,Created at,Cancelled at,Refunded Amount,Id\n';
    const path = await file('one.csv', `${header}#1,ann@example.com,paid,,USD,5.00,2024-01-15 10:22:33 -0500,,,1\n`);
    expect(await importing([path], { dryRun: true })).toBe(EXIT.complete);
    expect(service.bodies.join('')).toMatch(/email:[0-9a-f]{64}/);
    expect(existsSync(join(folder, '.data'))).toBe(false);
  });

  it('stores no API key in its checkpoints', async () => {
    await importing([await log(10)]);
    const directory = join(folder, '.data/imports');
    const kept = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')));
    expect(kept).toHaveLength(1);
    expect(kept.join('')).not.toContain('ck_live');
  });

  it('stops before the first row when dates or amounts can be read in two ways, until it is told', async () => {
    const path = await file('orders.csv', 'customer_id,occurred_at,value\nc-1,03/04/2026,1.234\n');
    await expect(importing([path])).rejects.toThrow(/The dates can be read in two ways: .* Add --dates day-first/);
    await expect(importing([path], { dates: 'day-first' })).rejects.toThrow(/The amounts, such as 1\.234 .* Add --decimals point or/);
    expect(service.events.size).toBe(0);
    await importing([path], { dates: 'day-first', decimals: 'comma' });
    expect([...service.events.values()]).toMatchObject([{ occurred_at: '2026-04-03T00:00:00.000Z', value: 1234 }]);
  });

  it('fails with a sentence that says what is missing', async () => {
    const path = await log(1);
    await expect(importing([path], { apiKey: 'wrong' })).rejects.toThrow(/API key was refused/);
    await expect(importing([join(folder, 'none.csv')])).rejects.toThrow(/none\.csv does not exist\./);
    await expect(importing([path], { apiKey: undefined })).rejects.toThrow(/There is no API key. Pass one with --api-key/);
  });
});

describe('the tenant of an import', () => {
  it('is created by the admin command of the local service, with the currency of the file', async () => {
    await mkdir(join(folder, '.data'));
    await file('.data/runtime.json', JSON.stringify({ base_url: baseUrl, database_url: 'postgres://app' }));
    await file(
      'admin.mjs',
      `import fs from 'node:fs';
       const value = (name) => process.argv[process.argv.indexOf(name) + 1];
       fs.writeFileSync(value('--key-file'), 'ck_live_test\\n');
       fs.writeFileSync(${JSON.stringify(join(folder, 'asked'))}, [process.env.DATABASE_URL, value('--name'), value('--plan'), value('--currency')].join());`,
    );
    const path = await file('orders.csv', 'customer_id,occurred_at,value,currency\nc-1,2024-01-15,5,GBP\n');
    expect(await importing([path], { apiKey: undefined, baseUrl: undefined, tenant: 'Gift Shop' })).toBe(EXIT.complete);
    expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('postgres://app,Gift Shop,enterprise,GBP');
    expect(await readdir(join(folder, '.data/keys'))).toEqual([expect.stringMatching(/^gift-shop-[0-9a-f]{6}$/)]);
    expect(service.events.size).toBe(1);
  });

  it('is not created in a dry run', async () => {
    await mkdir(join(folder, '.data'));
    await file('.data/runtime.json', JSON.stringify({ base_url: baseUrl, database_url: 'postgres://app' }));
    await file('admin.mjs', `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(join(folder, 'asked'))}, '');`);
    const options = { apiKey: undefined, baseUrl: undefined, tenant: 'Gift Shop', dryRun: true };
    expect(await importing([await log(3)], options)).toBe(EXIT.complete);
    expect(printed.join('\n')).toContain('There is no tenant "Gift Shop" here yet. Only an import that stores orders creates one.');
    expect(existsSync(join(folder, 'asked'))).toBe(false);
    expect(await readdir(join(folder, '.data'))).toEqual(['runtime.json']);
    expect(service.requests).toBe(0);
  });

  it('uses the key that an earlier import stored, also in a dry run', async () => {
    await mkdir(join(folder, '.data/keys'), { recursive: true });
    await file('.data/keys/shop', 'ck_live_test\n');
    expect(await importing([await log(3)], { apiKey: undefined, tenant: 'shop', dryRun: true })).toBe(EXIT.complete);
    expect(service.requests).toBeGreaterThan(0);
    expect(service.events.size).toBe(0);
  });

  it('needs a local service or an API key', async () => {
    await expect(importing([await log(1)], { apiKey: undefined, tenant: 'Elsewhere' })).rejects.toThrow(
      /no key for the tenant "Elsewhere"/,
    );
  });
});
