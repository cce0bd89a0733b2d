import type { CsvRow, OutgoingEvent } from '#libs/backfill';

/** The result of a row: events, nothing (skipped for a good reason), or an error. */
export type RowOutcome =
  { kind: 'events'; events: readonly OutgoingEvent[] } | { kind: 'left_out'; why: string } | { kind: 'wrong'; reason: string };

/** The role of a file's rows. */
export type FileRole = 'orders' | 'refunds';

/** Turns the rows of one file into events, in file order. Does not move times. */
export interface RowReader {
  read(row: CsvRow): RowOutcome;
}

export interface ReadingContext {
  readonly role: FileRole;
  /** Currency of rows that name none; `null`: the tenant's own. */
  readonly currency: string | null;
  /** Replaces a personal value by a keyed hash. */
  readonly pseudonym: (kind: PersonalKind, text: string) => string;
}

export type PersonalKind = 'email' | 'phone' | 'name';

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
export const leftOut = (why: string): RowOutcome => ({ kind: 'left_out', why });
export const wrongRow = (reason: string): RowOutcome => ({ kind: 'wrong', reason });
export const eventsRow = (...events: readonly OutgoingEvent[]): RowOutcome => ({ kind: 'events', events });
