import type { LookupFunction, TableAccess } from '../table-access.js';

/** The tables of one subject, in their final form. */
export interface SchemaSubject {
  /** Creates tables and indexes; a table comes after those that its foreign keys refer to. */
  readonly sql: string;
  /** Every table that `sql` creates, in the same order. */
  readonly access: Readonly<Record<string, TableAccess>>;
  readonly lookups?: Readonly<Record<string, LookupFunction>>;
}
