import { cleanCell } from '../csv/clean-cell.js';
import { Columns, plainName } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { FIELDS, type Field } from '../layouts/fields.js';
import type { Layout } from '../layouts/layout.js';
import type { FileMapping } from './mapping.js';

/** A field and the column that states it. */
export interface ColumnUse {
  readonly field: Field;
  readonly column: string;
}

/** Returns the place of a column that a person named: its name, or `#3` for the third one; null when the header has none. */
export function placeOfColumn(header: readonly string[], name: string): number | null {
  const exact = header.findIndex((column) => column.trim() === name.trim());
  if (exact >= 0) return exact;
  const number = /^#(\d+)$/.exec(name.trim())?.[1];
  if (number !== undefined) return Number(number) >= 1 && Number(number) <= header.length ? Number(number) - 1 : null;
  const plain = plainName(name);
  const similar = header.findIndex((column) => plain !== '' && plainName(column) === plain);
  return similar >= 0 ? similar : null;
}

/** Amounts of two columns are different amounts, and states of two columns different states: an empty one is not filled from the other. */
const ONE_COLUMN: ReadonlySet<Field> = new Set(['amount', 'price', 'quantity', 'refunded', 'status', 'product_id', 'category']);

/** Finds the cells of a row that state a fact: the columns of the layout, unless the owner chose others. */
export class FileColumns {
  private readonly known: Columns;
  private readonly places: Readonly<Record<Field, readonly number[]>>;

  constructor(
    readonly header: readonly string[],
    layout: Layout,
    { columns: chosen = {} }: FileMapping,
  ) {
    this.known = new Columns(header);
    const chosenPlaces = new Map(
      FIELDS.flatMap((field) => {
        const name = chosen[field];
        const place = typeof name === 'string' ? placeOfColumn(header, name) : null;
        return place === null ? [] : [[field, place] as const];
      }),
    );
    // A column has one meaning: the one that the owner gave it.
    const taken = new Set(chosenPlaces.values());
    const placesOf = (field: Field): readonly number[] => {
      if (chosen[field] !== undefined) return chosenPlaces.has(field) ? [chosenPlaces.get(field) as number] : [];
      const named = this.known.placesOf(layout.columns[field] ?? []);
      const places = (named.length === 0 ? this.placesOfLast(field, layout) : named).filter((place) => !taken.has(place));
      return ONE_COLUMN.has(field) ? places.slice(0, 1) : places;
    };
    const status = placesOf('status');
    const placesOfMarks = (field: Field): readonly number[] => placesOf(field).filter((place) => !status.includes(place));
    this.places = Object.fromEntries(
      FIELDS.map((field) => [field, field === 'payment' || field === 'fulfilment' ? placesOfMarks(field) : placesOf(field)]),
    ) as unknown as Record<Field, readonly number[]>;
  }

  /** Returns the indices of columns with an ambiguous name. In a table of items, `id` is often the number of the row. */
  private placesOfLast(field: Field, { isPlain, columns }: Layout): readonly number[] {
    const isOrder = isPlain === true && field === 'order' && !this.known.has(columns.product ?? []);
    return isOrder ? this.known.placesOf(['id']) : [];
  }

  has(field: Field): boolean {
    return this.places[field].length > 0;
  }

  placesOf(field: Field): readonly number[] {
    return this.places[field];
  }

  /** Returns the texts of the field in this row, the preferred one first, without empty ones. */
  texts(fields: readonly string[], field: Field): string[] {
    return this.cells(fields, field).map(({ text }) => text);
  }

  /** Returns the texts of the field in this row as `texts` does, each with the name of its column. */
  cells(fields: readonly string[], field: Field): { readonly text: string; readonly column: string }[] {
    return this.places[field]
      .map((place) => ({ text: cleanCell(fields[place] ?? ''), column: this.nameAt(place) }))
      .filter(({ text }) => text !== '');
  }

  /** Returns the preferred text of the field in this row, else ''. */
  text(fields: readonly string[], field: Field): string {
    const place = this.placeOf(fields, field);
    return place === null ? '' : cleanCell(fields[place] ?? '');
  }

  /** Returns the place of the column that states the field in this row; null: none does. */
  placeOf(fields: readonly string[], field: Field): number | null {
    return this.places[field].find((place) => (fields[place] ?? '').trim() !== '') ?? null;
  }

  /** Returns the fields that have a column, with the first of their columns. */
  uses(): ColumnUse[] {
    return FIELDS.flatMap((field) => this.places[field].slice(0, 1).map((place) => ({ field, column: this.nameAt(place) })));
  }

  nameAt(place: number): string {
    const name = (this.header[place] ?? '').trim();
    return name === '' ? `#${place + 1}` : name;
  }

  /** Returns whether some field is read from a place. */
  isUsed(place: number): boolean {
    return FIELDS.some((field) => this.places[field].includes(place));
  }

  /** Returns the named columns with contents in these rows that nothing is read from. @param marks places that say whether an order counts */
  unread(rows: readonly CsvRow[], marks: readonly number[]): string[] {
    const read = new Set([...marks, ...rows.flatMap(({ fields }) => FIELDS.map((field) => this.placeOf(fields, field)))]);
    const isFilled = (place: number): boolean => rows.some(({ fields }) => (fields[place] ?? '').trim() !== '');
    return this.header.filter(
      (name, place) => name.trim() !== '' && this.header.indexOf(name) === place && !read.has(place) && isFilled(place),
    );
  }

  /** Returns why a row does not fit the header, or `null`. */
  misfitOf(fields: readonly string[]): string | null {
    return this.known.misfitOf(fields);
  }
}
