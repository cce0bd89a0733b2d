import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Column } from '#libs/customers';
import { Duckdb, type Row as Stored } from '../../../../../test/support/destinations/duckdb.js';
import { type Part, partsOf } from './part-file.js';
import { ASSIGNMENTS, CUSTOMERS } from './snapshot-tables.js';

interface Row {
  readonly id: string | null;
  readonly total: string | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'id', type: 'text', about: 'Identifier', valueOf: ({ id }) => id },
  { name: 'total', type: 'money', about: 'Amount', valueOf: ({ total }) => total },
];

async function* pagesOf(...pages: (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  yield* pages;
}

async function filesOf(format: 'parquet' | 'csv', ...pages: (readonly Row[])[]): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of partsOf(format, COLUMNS, pagesOf(...pages))) parts.push(part);
  return parts;
}

let duckdb: Duckdb;

beforeAll(async () => {
  duckdb = await Duckdb.open();
});
afterAll(() => duckdb.close());

async function rowsOf({ body }: Part, select = '*'): Promise<Stored[]> {
  const file = path.join(duckdb.folder, 'part.parquet');
  await writeFile(file, body);
  return duckdb.rows(`SELECT ${select} FROM '${file}'`);
}

describe('a file of a snapshot', () => {
  it('has the rows of all pages, with unknown values as null', async () => {
    const [file, ...others] = await filesOf(
      'parquet',
      [{ id: 'a', total: '12.50' }],
      [
        { id: null, total: null },
        { id: '', total: '-0.07' },
      ],
    );
    expect(others).toEqual([]);
    expect(file!.rows).toBe(3);
    expect(await rowsOf(file!)).toEqual([
      { id: 'a', total: '12.50' },
      { id: null, total: null },
      { id: '', total: '-0.07' },
    ]);
  });

  it('keeps every digit of a large amount', async () => {
    const [file] = await filesOf('parquet', [{ id: 'a', total: '99999999999999999999.99' }]);
    expect(await rowsOf(file!, 'total')).toEqual([{ total: '99999999999999999999.99' }]);
    const [text] = await filesOf('csv', [{ id: 'a', total: '99999999999999999999.99' }]);
    expect(text!.body.toString()).toBe('id,total\r\na,99999999999999999999.99\r\n');
  });

  it('exists without rows, so that readers find its columns', async () => {
    const [file, ...others] = await filesOf('parquet', []);
    expect([file!.rows, others]).toEqual([0, []]);
    expect(await rowsOf(file!, 'count(id) AS ids, sum(total) AS total')).toEqual([{ ids: '0', total: null }]);
    expect((await filesOf('csv'))[0]!.body.toString()).toBe('id,total\r\n');
  });

  it('ends after a hundred thousand rows, or 16 MB', async () => {
    const page = Array.from({ length: 50_000 }, (_, i) => ({ id: `c-${i}`, total: '1.00' }));
    const many = await filesOf('parquet', page, page, page);
    expect(many.map(({ rows }) => rows)).toEqual([100_000, 50_000]);
    const wide = Array.from({ length: 1000 }, (_, i) => ({ id: `${i}`.padEnd(9000, 'x'), total: '1.00' }));
    const large = await filesOf('csv', wide, wide, wide);
    expect(large.map(({ rows }) => rows)).toEqual([2000, 1000]);
    expect(large[0]!.body.length).toBeLessThan(20 * 2 ** 20);
  });

  it('quotes text with commas, quotes and line breaks, and tells empty text from null', async () => {
    const [file] = await filesOf('csv', [
      { id: '=1,"2"\n', total: null },
      { id: '', total: '0.00' },
      { id: null, total: '-5.00' },
    ]);
    expect(file!.body.toString()).toBe('id,total\r\n"=1,""2""\n",\r\n"",0.00\r\n,-5.00\r\n');
  });

  it.each([
    ['customers', CUSTOMERS],
    ['campaign_assignments', ASSIGNMENTS],
  ] as const)('of %s has columns whose names are all different and plain', (_name, columns) => {
    const names = columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
  });
});
