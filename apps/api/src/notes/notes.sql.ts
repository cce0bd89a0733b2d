import { type CustomerId, firstIdOf, LIMITS } from '#libs/core';
import { identifiersOf, type TenantDb } from '#libs/database';

export interface NoteRow {
  readonly id: string;
  readonly text: string;
  readonly author_id: string;
  /** Null: the author has left. */
  readonly author: string | null;
  readonly edited_at: Date | null;
}

// Needs the primary key of users.
const COLUMNS = 'n.id, n.text, n.author_id, u.email AS author, n.edited_at';
const FROM = 'customer_notes n LEFT JOIN users u ON u.tenant_id = $1 AND u.id = n.author_id';

// Needs customer_notes_by_customer, read backwards. The id carries the time.
const LIST = `
SELECT ${COLUMNS} FROM ${FROM} WHERE n.tenant_id = $1 AND n.customer_id = ANY (${identifiersOf('$2::uuid')}) AND n.id < $3 ORDER BY n.id DESC LIMIT $4`;

/** Lists the notes on a customer below a bound, latest first. @param beforeId null: those written before `at` */
export const listNotes = (
  db: TenantDb,
  id: CustomerId,
  { at, key }: { readonly at: Date; readonly key: string | null },
  rows: number,
): Promise<NoteRow[]> => db.query<NoteRow>(LIST, [id, key ?? firstIdOf(at), rows]);

const ADD = `
INSERT INTO customer_notes (tenant_id, id, customer_id, author_id, text)
SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM customer_notes WHERE tenant_id = $1 AND customer_id = $3) < ${LIMITS.notes.perCustomer}
RETURNING id`;

export interface NewNote {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly authorId: string;
  readonly text: string;
}

/** @returns false when the customer has the most notes. */
export const addNote = async (db: TenantDb, { id, customerId, authorId, text }: NewNote): Promise<boolean> =>
  (await db.query(ADD, [id, customerId, authorId, text])).length > 0;

// Needs the primary key.
const FIND = `
SELECT ${COLUMNS} FROM ${FROM} WHERE n.tenant_id = $1 AND n.id = $3 AND n.customer_id = ANY (${identifiersOf('$2::uuid')})`;

export const findNote = async (db: TenantDb, customerId: CustomerId, id: string): Promise<NoteRow | null> =>
  (await db.query<NoteRow>(FIND, [customerId, id]))[0] ?? null;
