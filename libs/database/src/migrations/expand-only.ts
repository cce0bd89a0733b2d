/** What code of the release before, which runs on while a migration is applied and after it, may trip over. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|FUNCTION|CONSTRAINT|INDEX|POLICY|VIEW|TYPE|TRIGGER|DEFAULT)\b/, 'takes away what it may use'],
  [/\bRENAME\b/, 'gives another name to what it knows'],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/, 'gives another type to what it reads and writes'],
  [/\bSET\s+NOT\s+NULL\b/, 'refuses rows that it writes'],
  [/\bADD\s+COLUMN\s+(?!.*\b(DEFAULT|GENERATED)\b).*\bNOT\s+NULL\b/, 'refuses rows that it writes without the new column'],
  [/\bREVOKE\b.*\bFROM\s+churn_app\b/, 'takes away a right that it has'],
];

/** As above, of a table that was there before. */
const ON_OLD_TABLES: readonly (readonly [RegExp, string])[] = [
  [/\bCREATE\s+UNIQUE\s+INDEX\b.*?\bON\s+(?:ONLY\s+)?(\w+)/, 'refuses rows that it writes'],
  [/\bALTER\s+TABLE\s+(\w+)\b.*\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY|EXCLUDE)\b/, 'refuses rows that it writes'],
];

/** A migration changes several columns in a statement; each change is judged by itself. */
const changesOf = (statement: string): string[] => statement.split(/,\s*(?=(?:ADD|DROP|ALTER|RENAME)\s)/i);

/** Bodies of functions, texts and comments change no table. */
const bare = (sql: string): string => sql.replaceAll(/--[^\n]*/g, '').replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''").replaceAll(/'[^']*'/g, "''"); // prettier-ignore

/**
 * What in the statements of a migration old code does not live with: a migration adds, and what is not used any more goes a release later.
 * @param sql all that the migration runs
 * @returns a sentence for each
 */
export function contractionsIn(sql: string): string[] {
  const statements = bare(sql)
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());
  const made = new Set(statements.flatMap((statement) => /\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) => [
    ...changesOf(statement).flatMap((change) => found(CONTRACTIONS, change).filter(() => !isOfNew(change, made))),
    ...found(ON_OLD_TABLES, statement).filter(() => !isOfNew(statement, made)),
  ]);
}

const found = (rules: typeof CONTRACTIONS, text: string): string[] =>
  rules.filter(([rule]) => new RegExp(rule.source, 'i').test(text)).map(([, harm]) => `${harm}: ${text.slice(0, 120)}`);

/** Whether the table that a statement is about is one that the same migration has made. */
const isOfNew = (statement: string, made: ReadonlySet<string>): boolean =>
  [...statement.matchAll(/\b(?:ALTER TABLE|ON)\s+(?:ONLY\s+)?(\w+)/gi)].some(([, table = '']) => made.has(table));
