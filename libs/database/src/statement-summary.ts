/** Describes a statement without any value in it. */
export interface StatementSummary {
  /** `SELECT`, `INSERT`, `UPDATE`, `DELETE`, `COMMIT`, `ROLLBACK`. */
  readonly operation: string;
  /** The table it reads first, or those it writes; empty when it names none. */
  readonly tables: readonly string[];
}

/** The outcome. */
export interface StatementEnd {
  /** Read or written; null when it failed. */
  readonly rows: number | null;
  /** Postgres' code of what went wrong, or its name; null when nothing did. */
  readonly error: string | null;
}

/** Called when a statement is sent. The function that it returns is called when the statement has ended. */
export type WatchStatement = (statement: StatementSummary) => (end: StatementEnd) => void;

// Keywords of our statements are in capitals and names are not: so FOR UPDATE and DO UPDATE SET name no table.
const WRITES = /\b(INSERT|UPDATE|DELETE)(?: INTO| FROM)? (?:ONLY )?([a-z_]+)/g;
const READS = /\bFROM ([a-z_]+)\b(?! ?\()/;
const MOST = 1000;
const known = new Map<string, StatementSummary>();

/** Matches statements that open a transaction. On Citus each of them goes by itself. */
const OPENS = /^(START TRANSACTION|SET LOCAL)\b/;

/** @returns null for a statement that opens a transaction. It goes out with the first statement, and its text holds the tenant. */
export function summaryOf(sql: string): StatementSummary | null {
  if (OPENS.test(sql)) return null;
  let summary = known.get(sql);
  if (summary === undefined) {
    summary = summarise(sql);
    // The statements of the service are constants; should some not be, they do not stay.
    if (known.size >= MOST) known.clear();
    known.set(sql, summary);
  }
  return summary;
}

function summarise(sql: string): StatementSummary {
  if (sql === 'COMMIT' || sql === 'ROLLBACK') return { operation: sql, tables: [] };
  const writes = [...sql.matchAll(WRITES)];
  const [first] = writes;
  if (first?.[1] !== undefined) return { operation: first[1], tables: [...new Set(writes.map((match) => match[2] ?? ''))] };
  const read = READS.exec(sql)?.[1];
  return { operation: 'SELECT', tables: read === undefined ? [] : [read] };
}
