/** Names of a column without case, blanks and signs: "Customer: ID", "customer_id" and "customerId" are all `customerid`. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Where each known column stands in a file. */
export class Columns {
  private readonly positions = new Map<string, number>();

  constructor(readonly header: readonly string[]) {
    for (const [index, name] of header.entries()) {
      const plain = plainName(name);
      if (!this.positions.has(plain)) this.positions.set(plain, index);
    }
  }

  /** True when one of the names is a column. */
  has(names: readonly string[]): boolean {
    return names.some((name) => this.positions.has(name));
  }

  /** The trimmed text under the first of the names that is a column and not empty here, else ''. */
  text(fields: readonly string[], names: readonly string[]): string {
    for (const name of names) {
      const position = this.positions.get(name);
      const text = position === undefined ? '' : (fields[position] ?? '').trim();
      if (text !== '') return text;
    }
    return '';
  }

  /** Why the row cannot belong to this header, or `null`. Empty fields at the end are nobody's fault. */
  misfit(fields: readonly string[]): string | null {
    const surplus = fields.slice(this.header.length).some((field) => field.trim() !== '');
    return surplus ? `the row has ${fields.length} fields, the header ${this.header.length}; is a separator or quote missing?` : null;
  }
}
