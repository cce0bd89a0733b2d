import { Injectable } from '@nestjs/common';
import { AppError, Clock, conflict, customerIdOf, isUuid, LIMITS, newId, notFound, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { NoteEntryDto } from '#libs/dto';
import { CustomerNoteEntity } from '#libs/entities';
import { UsageMeter } from '#libs/tenants';
import { lockCustomer } from '../traits/traits.sql.js';
import type { DeletedNoteDto } from './note.dto.js';
import { mayChange, type NoteReader, toNote } from './note-entry.js';
import { addNote, findNote, type NoteRow } from './notes.sql.js';

interface WrittenNote {
  readonly bytes: number;
  readonly note: NoteEntryDto;
}

interface NotePlace {
  readonly externalId: string;
  readonly noteId: string;
}

/** Bytes of a note without its text, on disk. */
const BYTES_OF_NOTE = 200;

/** Writes, changes and deletes notes of people on customers. */
@Injectable()
export class ManageNotes {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly meter: UsageMeter,
  ) {}

  /** @throws AppError `not_found` for an unknown customer, `conflict` for one with the most notes, `quota_exceeded` */
  add(tenantId: TenantId, externalId: string, text: string, person: NoteReader): Promise<NoteEntryDto> {
    const id = newId();
    const bytes = BYTES_OF_NOTE + Buffer.byteLength(text);
    return this.within(tenantId, bytes, async (db) => {
      const customerId = await lockCustomer(db, customerIdOf(tenantId, externalId));
      if (customerId === null) throw notFound('customer');
      if (!(await addNote(db, { id, customerId, authorId: person.userId, text })))
        throw conflict(`the customer has ${LIMITS.notes.perCustomer} notes, which is the most: delete one first`);
      const note = await findNote(db, customerId, id);
      if (note === null) throw notFound('note');
      return { bytes, note: toNote(note, person) };
    });
  }

  /** @throws AppError `not_found`; `forbidden` for the note of another person, unless the caller is an admin; `quota_exceeded` */
  change(tenantId: TenantId, place: NotePlace, text: string, person: NoteReader): Promise<NoteEntryDto> {
    const editedAt = this.clock.now();
    return this.within(tenantId, Buffer.byteLength(text), async (db) => {
      const note = await requireOwn(db, place, person);
      await db.repository(CustomerNoteEntity).update({ id: note.id }, { text, editedAt });
      const bytes = Math.max(0, Buffer.byteLength(text) - Buffer.byteLength(note.text));
      return { bytes, note: toNote({ ...note, text, edited_at: editedAt }, person) };
    });
  }

  /** @throws AppError `not_found`; `forbidden` for the note of another person, unless the caller is an admin. */
  remove(tenantId: TenantId, place: NotePlace, person: NoteReader): Promise<DeletedNoteDto> {
    return this.database.transaction(tenantId, async (db) => {
      const { id } = await requireOwn(db, place, person);
      await db.repository(CustomerNoteEntity).delete({ id });
      return { id };
    });
  }

  /** @param bytes the most that the note takes @param write returns the bytes that it adds @throws QuotaExceeded before anything is stored */
  private async within(tenantId: TenantId, bytes: number, write: (db: TenantDb) => Promise<WrittenNote>): Promise<NoteEntryDto> {
    const store = async () => ({ events: 0, ...(await this.database.transaction(tenantId, write)) });
    return (await this.meter.storeWithin(tenantId, bytes, store)).note;
  }
}

async function requireOwn(db: TenantDb, { externalId, noteId }: NotePlace, person: NoteReader): Promise<NoteRow> {
  const customerId = await lockCustomer(db, customerIdOf(db.tenantId, externalId));
  const note = customerId !== null && isUuid(noteId) ? await findNote(db, customerId, noteId) : null;
  if (note === null) throw notFound('note');
  if (!mayChange(note, person)) throw new AppError('forbidden', 'only the author, an admin or an owner may change this note');
  return note;
}
