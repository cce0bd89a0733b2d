import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileMapping, Understanding } from '#libs/order-import';
import { stopForQuestions, understandingLines } from './open-questions.js';
import { inspectPath, readFile } from './read-file.js';

/** The bytes of Győző in Windows-1250. */
const HUNGARIAN = Buffer.from('customer_id,date,amount\nGy\u00f5z\u00f5,2026-03-10,5\n', 'latin1');
const CONTEXT = { currency: null, timeZone: 'UTC', eventTypes: null, pseudonym: (_: string, text: string) => text };

describe('A file that is not Unicode, on the command line', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const pathOf = (): string => join(folder, 'orders.csv');
  async function inspected(bytes: Buffer, mapping: FileMapping = {}): Promise<Understanding> {
    await writeFile(pathOf(), bytes);
    return inspectPath(pathOf(), { mapping });
  }
  async function customersOf(found: Understanding): Promise<string[]> {
    const { rows } = await readFile({ path: pathOf(), found, context: CONTEXT }, 0, new Date('2026-11-01T00:00:00Z'));
    const customers: string[] = [];
    for await (const { outcome } of rows)
      if (outcome.kind === 'events') customers.push(...outcome.events.map((event) => event.customer_id));
    return customers;
  }

  it('stops the import when its words can be read in several ways, and names the options', async () => {
    const found = await inspected(HUNGARIAN);
    expect(() => stopForQuestions(pathOf(), found)).toThrow(/Győző \(windows-1250\).* Add --encoding .*--encoding windows-1250/);
  });

  it('is read as --encoding says, which the report repeats', async () => {
    const found = await inspected(HUNGARIAN, { encoding: 'windows-1250' });
    expect(found.questions).toEqual([]);
    expect(await customersOf(found)).toEqual(['Győző']);
    expect(understandingLines(found)).toContain(
      'encoding: windows-1250, such as Győző. If that is wrong: --encoding, such as windows-1252',
    );
  });

  it('is named in the report when its encoding is certain', async () => {
    const found = await inspected(Buffer.from('customer_id,date,amount\nM\u00fcller,2026-03-10,5\n', 'latin1'));
    expect(await customersOf(found)).toEqual(['Müller']);
    expect(understandingLines(found)).toContainEqual(expect.stringContaining('encoding: windows-1252, such as Müller'));
  });

  it('is Unicode after all: then --encoding is not used, and the report says so', async () => {
    const found = await inspected(Buffer.from('customer_id,date,amount\nGyőző,2026-03-10,5\n'), { encoding: 'windows-1250' });
    expect(await customersOf(found)).toEqual(['Győző']);
    expect(understandingLines(found)).toContain('note: the file is utf-8, not windows-1250');
  });

  it('has the bytes that are not UTF-8 named when most of it is', async () => {
    const text = Buffer.from(`customer_id,date,amount\n${'Győző,2026-03-10,5\n'.repeat(9)}`);
    const found = await inspected(Buffer.concat([text, Buffer.from('M\u00fcller,2026-03-11,5\n', 'latin1')]));
    expect(await customersOf(found)).toContain('Müller');
    expect(understandingLines(found)).toContainEqual(
      expect.stringContaining('some bytes are not UTF-8 and were read as windows-1252: Müller'),
    );
  });
});
