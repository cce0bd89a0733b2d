import type { WrongRow } from '#libs/order-import';

/** The rows of a file that were not taken. */
export interface WrongRows {
  readonly count: number;
  /** The number of rows of the list that belong to this report. The list may grow after the report. */
  readonly listed: number;
  /** The first ones in the order of the file, as many as fit. */
  readonly rows: readonly WrongRow[];
}

export const NONE_WRONG: WrongRows = { count: 0, listed: 0, rows: [] };

/** The most text of a list: some 400,000 rows. A browser keeps it in memory, and on the disk while an upload is not finished. */
const MOST_CHARACTERS = 32 * 2 ** 20;

/** Collects wrong rows up to a size. */
export class WrongRowList {
  private readonly rows: WrongRow[];
  private count: number;
  private characters: number;

  constructor(
    begun: WrongRows,
    private readonly mostCharacters = MOST_CHARACTERS,
  ) {
    this.rows = begun.rows.slice(0, begun.listed);
    this.count = begun.count;
    const isFull = begun.listed < begun.count;
    this.characters = isFull ? mostCharacters : this.rows.reduce((sum, row) => sum + lineOf(row).length, 0);
  }

  /** Adds the rows that come after all others. */
  add(rows: readonly WrongRow[]): void {
    for (const row of rows) {
      this.count += 1;
      this.characters += lineOf(row).length;
      if (this.characters <= this.mostCharacters) this.rows.push(row);
    }
  }

  get report(): WrongRows {
    return { count: this.count, listed: this.rows.length, rows: this.rows };
  }
}

/** A reason, the number of rows that it holds for, and the first lines of these. */
interface Reason {
  readonly reason: string;
  readonly rows: number;
  readonly lines: readonly number[];
}

const NAMED_LINES = 3;

/** Returns the reasons of the listed rows, the most frequent ones first. */
export function reasonsOf({ rows, listed }: WrongRows): Reason[] {
  const found = new Map<string, { reason: string; rows: number; lines: number[] }>();
  for (const { line, reason } of rows.slice(0, listed)) {
    const known = found.get(reason) ?? { reason, rows: 0, lines: [] };
    known.rows += 1;
    if (known.lines.length < NAMED_LINES) known.lines.push(line);
    found.set(reason, known);
  }
  return [...found.values()].toSorted((a, b) => b.rows - a.rows);
}

/** Returns the list as a CSV file. */
export const listFile = ({ rows, listed }: WrongRows): Blob =>
  new Blob(['line,reason\n', ...rows.slice(0, listed).map(lineOf)], { type: 'text/csv' });

const lineOf = ({ line, reason }: WrongRow): string => `${line},"${reason.replaceAll('"', '""')}"\n`;
