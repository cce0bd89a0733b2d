import { textArray } from './array-literal.js';
import { amountColumn, booleanColumn, instantColumn, jsonColumn, smallintColumn, textColumn, unitsColumn, uuidColumn } from './columns.js';
import { bigintColumn, dateColumn, decimalColumn, integerColumn } from './number-columns.js';

/** One column of many rows: the type of its elements in SQL, and the array that holds its value of every row. */
export interface RowColumn<Row> {
  readonly type: string;
  readonly write: (rows: readonly Row[]) => Buffer | string;
}

/** Returns the maker of columns of one type. `write` turns all values of a column into an array that Postgres reads. */
const kind =
  <Value>(type: string, write: (values: readonly Value[]) => Buffer | string) =>
  <Row>(valueOf: (row: Row) => Value): RowColumn<Row> => ({ type, write: (rows) => write(rows.map(valueOf)) });

/** Makes columns: `column.uuid((row) => row.id)`. The functions behind them say which values they take. */
export const column = {
  amount: kind('numeric', amountColumn),
  bigint: kind('bigint', bigintColumn),
  boolean: kind('boolean', booleanColumn),
  date: kind('date', dateColumn),
  decimal: kind('numeric', decimalColumn),
  instant: kind('timestamptz', instantColumn),
  /** An instant as Postgres prints it, which keeps the microseconds. */
  instantText: kind<string>('timestamptz', textArray),
  integer: kind('int', integerColumn),
  json: kind('jsonb', jsonColumn),
  smallint: kind('smallint', smallintColumn),
  text: kind('text', textColumn),
  units: kind('numeric', unitsColumn),
  uuid: kind('uuid', uuidColumn),
} as const;

/** The columns of rows that one statement takes as arrays. It writes both the SQL and the parameters, so their positions agree. */
export interface RowColumns<Row> {
  /** `id, score`: the names, in the order of the parameters. */
  readonly names: string;
  /** `unnest($2::uuid[]), unnest($3::numeric[])`: for a select list, where the elements come row by row. In FROM Postgres copies them first. */
  readonly sideBySide: string;
  /** `unnest($2::uuid[], $3::numeric[]) AS s (id, score)`: for FROM, where the statement needs the names. */
  unnest(alias: string): string;
  /** `label = s.label, score = s.score`: for an UPDATE of all columns but the first, which is the key. */
  assigned(alias: string): string;
  /** `$9`: a parameter after those of the columns. @param place 1 for the first one */
  parameterAfter(place: number): string;
  parametersOf(rows: readonly Row[]): (Buffer | string)[];
}

/**
 * Describes the rows of a statement, once for its SQL and its parameters.
 * @param columns by the names that the statement gives them
 * @param first the position of the first parameter: 2 when only the tenant comes before it
 */
export function rowColumns<Row>(columns: Readonly<Record<string, RowColumn<Row>>>, first = 2): RowColumns<Row> {
  const names = Object.keys(columns).join(', ');
  const all = Object.values(columns);
  const arrays = all.map(({ type }, index) => `$${first + index}::${type}[]`);
  return {
    names,
    sideBySide: arrays.map((array) => `unnest(${array})`).join(', '),
    unnest: (alias) => `unnest(${arrays.join(', ')}) AS ${alias} (${names})`,
    assigned: (alias) =>
      Object.keys(columns)
        .slice(1)
        .map((name) => `${name} = ${alias}.${name}`)
        .join(', '),
    parameterAfter: (place) => `$${first + all.length + place - 1}`,
    parametersOf: (rows) => all.map(({ write }) => write(rows)),
  };
}
