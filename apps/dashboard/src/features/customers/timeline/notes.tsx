import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../../api/client';
import type { NoteEntryDto } from '../../../api/schema';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { ForRole } from '../../../components/for-role';
import { FormField } from '../../../components/form-field';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '../../../components/ui/dialog';
import { FIELD } from '../../../components/ui/input';
import { problemText } from '../../../text/problem-text';
import { timelineQuery } from './queries';
import { text } from './text';

const t = text.note;
/** The limit of the API. */
const LONGEST = 2000;
const AREA = `${FIELD} h-auto min-h-20 py-2`;

/** Lets people write a note on the customer. */
export function WriteNote({ externalId }: { readonly externalId: string }) {
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/dashboard/customers/{external_id}/notes', {
          params: { path: { external_id: externalId } },
          body: { text: note.trim() },
        }),
      ),
    onSuccess: async () => {
      setNote('');
      await queries.invalidateQueries({ queryKey: timelineQuery(externalId).queryKey });
      toast.success(t.saved);
    },
  });
  return (
    <ForRole least="member">
      <form
        className="mb-5 grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <FormField label={t.field} hint={t.hint}>
          {(wiring) => (
            <textarea {...wiring} className={AREA} maxLength={LONGEST} value={note} onChange={({ target }) => setNote(target.value)} />
          )}
        </FormField>
        {error !== null && <Alert kind="bad">{problemText(error)}</Alert>}
        {note.trim() !== '' && (
          <div>
            <Button type="submit" busy={isPending}>
              {t.save}
            </Button>
          </div>
        )}
      </form>
    </ForRole>
  );
}

interface Props {
  readonly note: NoteEntryDto;
  readonly externalId: string;
}

const LINK = 'font-medium text-accent hover:underline';
const pathOf = ({ note, externalId }: Props) => ({ params: { path: { external_id: externalId, note_id: note.note_id } } });

/** Edits or deletes a note, for those who may. */
export function NoteActions({ note, externalId }: Props) {
  const [open, setOpen] = useState<'edit' | 'removal' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      {note.edited_at !== null && <span>{t.edited}</span>}
      {note.may_change && (
        <>
          <button type="button" className={LINK} onClick={() => setOpen('edit')}>
            {t.edit}
          </button>
          <button type="button" className={LINK} onClick={() => setOpen('removal')}>
            {t.remove}
          </button>
        </>
      )}
      {open === 'edit' && <Edit note={note} externalId={externalId} onClose={close} />}
      {open === 'removal' && <Removal note={note} externalId={externalId} onClose={close} />}
    </>
  );
}

function useChange(externalId: string, onClose: () => void) {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: timelineQuery(externalId).queryKey });
    onClose();
  };
}

function Edit({ onClose, ...place }: Props & { readonly onClose: () => void }) {
  const [words, setWords] = useState(place.note.text);
  const onSuccess = useChange(place.externalId, onClose);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      answerOf(api.PATCH('/dashboard/customers/{external_id}/notes/{note_id}', { ...pathOf(place), body: { text: words.trim() } })),
    onSuccess,
  });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t.editTitle}>
        <form
          className="mt-4 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            mutate();
          }}
        >
          <FormField label={t.text} hint={t.hint}>
            {(wiring) => (
              <textarea {...wiring} className={AREA} maxLength={LONGEST} value={words} onChange={({ target }) => setWords(target.value)} />
            )}
          </FormField>
          {error !== null && <Alert kind="bad">{problemText(error)}</Alert>}
          <DialogFooter>
            <Button type="submit" busy={isPending} disabled={words.trim() === ''}>
              {t.save}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function Removal({ onClose, ...place }: Props & { readonly onClose: () => void }) {
  const onSuccess = useChange(place.externalId, onClose);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf(api.DELETE('/dashboard/customers/{external_id}/notes/{note_id}', pathOf(place))),
    onSuccess,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t.removeTitle}
      description={t.removeBody}
      confirm={t.remove}
      busy={isPending}
      error={error}
      onConfirm={() => mutate()}
    />
  );
}
