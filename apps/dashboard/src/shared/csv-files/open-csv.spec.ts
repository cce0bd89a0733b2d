import { gzipSync } from 'node:zlib';
import { openCsv } from './open-csv';

const LOG = 'customer_id,date,value\r\nada,2024-01-15,12.50\r\n"with, comma","2024-01-16","1\r\n2"\r\nbob,2024-01-17,3\r\n';

async function read(content: string | Uint8Array<ArrayBuffer>): Promise<{ header: readonly string[]; rows: object[] }> {
  const opened = await openCsv(new Blob([content]));
  const rows: object[] = [];
  for await (const row of opened.rows) rows.push(row);
  return { header: opened.header, rows };
}

const ROWS = [
  { line: 2, fields: ['ada', '2024-01-15', '12.50'] },
  { line: 3, fields: ['with, comma', '2024-01-16', '1\r\n2'] },
  { line: 5, fields: ['bob', '2024-01-17', '3'] },
];

it('reads a file with the lines of its rows, plain or packed', async () => {
  const packed = gzipSync(LOG);
  for (const content of [LOG, new Uint8Array(packed)]) {
    const { header, rows } = await read(content);
    expect(header).toEqual(['customer_id', 'date', 'value']);
    expect(rows).toEqual(ROWS);
  }
});

it('reads files with other separators and a byte order mark', async () => {
  const { header, rows } = await read('\ufeffKunde;Datum;Betrag\na;15.01.2024;12,50\n');
  expect(header).toEqual(['Kunde', 'Datum', 'Betrag']);
  expect(rows).toEqual([{ line: 2, fields: ['a', '15.01.2024', '12,50'] }]);
});

it('reads files of Excel in Windows-1252, plain or packed, so that two names stay two', async () => {
  const bytes = new Uint8Array(Buffer.from('Kunde;Betrag\nM\u00fcller;1\nM\u00f6ller;2\n', 'latin1'));
  for (const content of [bytes, new Uint8Array(gzipSync(bytes))]) {
    const { rows } = await read(content);
    expect(rows).toEqual([
      { line: 2, fields: ['Müller', '1'] },
      { line: 3, fields: ['Möller', '2'] },
    ]);
  }
});

it('reads a byte of Windows-1252 far behind the beginning as that character', async () => {
  const plain = 'c-1,2024-01-15\n'.repeat(10_000);
  const names = Buffer.from('M\u00fcller,2024-01-16\nM\u00f6ller,2024-01-16\n', 'latin1');
  const bytes = Buffer.concat([Buffer.from(`customer,date\n${plain}`), names]);
  for (const content of [new Uint8Array(bytes), new Uint8Array(gzipSync(bytes))]) {
    const { rows } = await read(content);
    expect(rows.slice(-2)).toEqual([
      { line: 10_002, fields: ['Müller', '2024-01-16'] },
      { line: 10_003, fields: ['Möller', '2024-01-16'] },
    ]);
  }
}, 30_000);

it('reads what spreadsheets write: a line for Excel, line breaks in the header, rows without text', async () => {
  const { header, rows } = await read('\ufeffsep=;\r\nCustomer;"Total, with\r\ntax"\r\nada;12,50\r\n;\r\n ; \r\n\r\n');
  expect(header).toEqual(['Customer', 'Total, with\r\ntax']);
  expect(rows).toEqual([{ line: 4, fields: ['ada', '12,50'] }]);
  expect((await read('\n\n"a;b;c";d\n1;2\n')).header).toEqual(['a;b;c', 'd']);
});

it('reads a large file row by row', async () => {
  const count = 20_000;
  const body = Array.from({ length: count }, (_, i) => `customer-${i},2024-01-15,${i}.50`).join('\n');
  const { rows } = await read(new Uint8Array(gzipSync(`customer_id,date,value\n${body}\n`)));
  expect(rows).toHaveLength(count);
  expect(rows.at(-1)).toEqual({ line: count + 1, fields: [`customer-${count - 1}`, '2024-01-15', `${count - 1}.50`] });
}, 30_000);

it('says what is wrong with a file', async () => {
  await expect(read('')).rejects.toThrow('It is empty');
  await expect(read('a,b\n1,"2\n3,4\n')).rejects.toThrow(/not readable as CSV: Quote Not Closed/);
  await expect(read('%PDF-1.7')).rejects.toThrow('This is a PDF');
  await expect(read(new Uint8Array(gzipSync('PK\x03\x04')))).rejects.toThrow('This is a ZIP archive. Unpack it');
  await expect(read(new Uint8Array(gzipSync(LOG.repeat(5000)).subarray(0, 200)))).rejects.toThrow(/ends too early|not a complete gzip/);
});
