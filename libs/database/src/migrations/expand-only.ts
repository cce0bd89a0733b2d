/**
 * Statements that code of the release before cannot live with, and why. That code keeps running while a migration is applied and
 * for some time after it.
 */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|FUNCTION|CONSTRAINT|INDEX|POLICY|VIEW|TYPE|TRIGGER|DEFAULT)\b/, 'removes what the release before may use'],
  [/\bRENAME\b/, 'renames what the release before knows'],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/, 'changes a type that the release before reads and writes'],
  [/\bSET\s+NOT\s+NULL\b/, 'refuses rows that the release before writes'],
  [/\bADD\s+COLUMN\s+(?!.*\b(DEFAULT|GENERATED)\b).*\bNOT\s+NULL\b/, 'refuses rows that the release before writes without the new column'],
  [/\bREVOKE\b.*\bFROM\s+churn_app\b/, 'revokes a right that the release before needs'],
];

/** The same for statements that only harm a table which existed before the migration. */
const ON_OLD_TABLES: readonly (readonly [RegExp, string])[] = [
  [/\bCREATE\s+UNIQUE\s+INDEX\b.*?\bON\s+(?:ONLY\s+)?(\w+)/, 'refuses rows that the release before writes'],
  [
    /\bALTER\s+TABLE\s+(\w+)\b.*\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY|EXCLUDE)\b/,
    'refuses rows that the release before writes',
  ],
];

/** Splits a statement that changes several columns, so that each change is checked by itself. */
const changesOf = (statement: string): string[] => statement.split(/,\s*(?=(?:ADD|DROP|ALTER|RENAME)\s)/i);

/** Removes comments, strings and the bodies of functions: they change no table. */
const withoutText = (sql: string): string =>
  sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'[^']*'/g, "''");

/**
 * Finds the changes of a migration that the previous release cannot run with. A migration may add; a later release removes what is not used
 * any more.
 *
 * @param sql all statements of the migration
 * @returns a sentence for each change
 */
export function contractionsIn(sql: string): string[] {
  const statements = withoutText(sql)
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());
  const made = new Set(statements.flatMap((statement) => /\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) => [
    ...changesOf(statement).flatMap((change) => problemsIn(CONTRACTIONS, change).filter(() => !isOfNew(change, made))),
    ...problemsIn(ON_OLD_TABLES, statement).filter(() => !isOfNew(statement, made)),
  ]);
}

const problemsIn = (rules: typeof CONTRACTIONS, text: string): string[] =>
  rules.filter(([rule]) => new RegExp(rule.source, 'i').test(text)).map(([, harm]) => `${harm}: ${text.slice(0, 120)}`);

/** Returns whether the same migration has created the table that a statement changes. */
const isOfNew = (statement: string, made: ReadonlySet<string>): boolean =>
  [...statement.matchAll(/\b(?:ALTER TABLE|ON)\s+(?:ONLY\s+)?(\w+)/gi)].some(([, table = '']) => made.has(table));
