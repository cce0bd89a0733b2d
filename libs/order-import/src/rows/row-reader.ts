import type { CsvRow } from '../csv/csv-rows.js';
import type { PersonalKind } from '../identities/pseudonyms.js';
import type { OutgoingEvent } from '../outgoing-event.js';

/**
 * The result of a row (`whenUnknown`: why it sends nothing where the service does not know the customer): events, nothing (skipped for a good reason), or an error. `ended`: the row says that its order was not bought,
 * or its return was cancelled. Nothing is sent of it, unless the service has the order: then this event cancels the order or the return.
 */
export type RowOutcome =
  | { kind: 'events'; events: readonly OutgoingEvent[]; whenUnknown?: string }
  | { kind: 'left_out'; why: string; ended?: OutgoingEvent }
  | { kind: 'wrong'; reason: string };

/** A row and its line in the file. */
export interface ReadRow {
  readonly line: number;
  readonly outcome: RowOutcome;
}

/** Turns the rows of one file into events, in file order. Does not move times. */
export interface RowReader {
  read(row: CsvRow): RowOutcome;
}

/** Settings that the reader of a file needs in addition to the plan. */
export interface ReadingContext {
  /** Currency of rows that name none; `null`: the tenant's own. */
  readonly currency: string | null;
  /** Time zone of times that name none, an IANA name. */
  readonly timeZone: string;
  /** The event types that a row may name; `null`: the service checks them. */
  readonly eventTypes: readonly string[] | null;
  /** The time of the upload, for lists of customers that name no times. Default: now. */
  readonly uploadedAt?: Date;
  /** Replaces a personal value by a keyed hash. */
  readonly pseudonym: (kind: PersonalKind, text: string) => string;
}

export const leftOut = (why: string, ended?: OutgoingEvent): RowOutcome => ({
  kind: 'left_out',
  why,
  ...(ended === undefined ? {} : { ended }),
});
export const wrongRow = (reason: string): RowOutcome => ({ kind: 'wrong', reason });
export const eventsRow = (events: readonly OutgoingEvent[]): RowOutcome => ({ kind: 'events', events });
