import type { CsvRow, OutgoingEvent } from '#libs/backfill';

/** What a row of a file comes to: events, nothing (for a reason that is no fault), or a fault. */
export type RowOutcome =
  { kind: 'events'; events: readonly OutgoingEvent[] } | { kind: 'left_out'; why: string } | { kind: 'wrong'; reason: string };

/** What the rows of a file are. */
export type FileRole = 'orders' | 'refunds';

/** Turns the rows of one file, from the first one on, into events. Times and ids are those of the file. */
export interface RowReader {
  read(row: CsvRow): RowOutcome;
}

export interface ReadingContext {
  readonly role: FileRole;
  /** Currency of rows that name none; `null`: the tenant's own. */
  readonly currency: string | null;
  /** Replaces something personal by a keyed hash of it. */
  readonly pseudonym: (kind: PersonalKind, text: string) => string;
}

export type PersonalKind = 'email' | 'phone' | 'name';

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
export const leftOut = (why: string): RowOutcome => ({ kind: 'left_out', why });
export const wrongRow = (reason: string): RowOutcome => ({ kind: 'wrong', reason });
export const eventsRow = (...events: readonly OutgoingEvent[]): RowOutcome => ({ kind: 'events', events });
