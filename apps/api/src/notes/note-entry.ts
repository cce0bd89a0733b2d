import { isAtLeast, timeOfId } from '#libs/core';
import type { NoteEntryDto } from '#libs/dto';
import type { AccountCaller } from '#libs/guards';
import type { NoteRow } from './notes.sql.js';

/** The person who writes or reads a note. */
export type NoteReader = Pick<AccountCaller, 'userId' | 'role'>;

export const mayChange = (note: NoteRow, { userId, role }: NoteReader): boolean =>
  isAtLeast(role, 'admin') || (note.author_id === userId && isAtLeast(role, 'member'));

export const toNote = (note: NoteRow, person: NoteReader): NoteEntryDto => ({
  kind: 'note',
  at: new Date(timeOfId(note.id)).toISOString(),
  note_id: note.id,
  text: note.text,
  author: note.author,
  may_change: mayChange(note, person),
  edited_at: note.edited_at?.toISOString() ?? null,
});
