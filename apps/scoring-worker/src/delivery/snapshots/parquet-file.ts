import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnType } from '#libs/customers';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/**
 * The Parquet type of each column type. Amounts are decimals with the digits that the database has, so sums are exact. Instants are milliseconds in UTC.
 */
const TYPES: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  money: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 10, converted_type: 'DECIMAL', precision: 22, scale: 2 },
  share: { type: 'INT32', converted_type: 'DECIMAL', precision: 5, scale: 4 },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** Rows that are compressed together: a few megabytes. */
const GROUP = 5000;

/** Returns the schema of a file. Every column may be null, so that a column never changes its type. */
const schemaOf = (columns: readonly Column<never>[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...TYPES[type] })),
];

/** A Parquet file with Snappy, which all warehouses read. */
export class ParquetFile<Row> {
  rows = 0;
  private readonly output = new ByteWriter();
  private readonly writer: ParquetWriter;
  private waiting: Row[] = [];

  constructor(private readonly columns: readonly Column<Row>[]) {
    this.writer = new ParquetWriter({ writer: this.output, schema: schemaOf(columns), createdBy: 'churn-scoring-service' });
  }

  get bytes(): number {
    return this.output.offset;
  }

  add(rows: readonly Row[]): void {
    this.waiting.push(...rows);
    this.rows += rows.length;
    if (this.waiting.length >= GROUP) this.flush();
  }

  end(): Buffer {
    this.flush();
    void this.writer.finish();
    return Buffer.from(this.output.getBytes());
  }

  private flush(): void {
    const rows = this.waiting;
    if (rows.length === 0) return;
    this.waiting = [];
    const columnData: ColumnSource[] = this.columns.map(({ name, type, valueOf }) => ({
      name,
      data: rows.map((row) => storedValue(type, valueOf(row))),
    }));
    // A writer into memory has nothing to wait for.
    void this.writer.write({ columnData, rowGroupSize: rows.length });
  }
}

/** Decimals are passed as whole numbers of the smallest unit: numbers with a point would lose digits of large amounts. */
function storedValue(type: ColumnType, value: string | number | null): string | number | bigint | Date | null {
  if (value === null) return null;
  if (type === 'money') return unitsOf(String(value), 2);
  if (type === 'share') return unitsOf(String(value), 4);
  return type === 'instant' ? new Date(value) : value;
}

/** @param text a decimal number with at most `places` places */
function unitsOf(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}
