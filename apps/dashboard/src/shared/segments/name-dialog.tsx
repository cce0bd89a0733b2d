import { type ReactNode, useState } from 'react';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { Input } from '../../components/ui/input';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { text as t } from './text';

/** The limit of the API. */
const LONGEST = 60;

interface Props {
  readonly title: string;
  readonly description?: ReactNode;
  readonly confirm: string;
  readonly initial: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}

/** Asks for the name of a segment. Mount it to open it. */
export function NameDialog({ title, description, confirm, initial, busy, error, onClose, onName }: Props) {
  const [name, setName] = useState(initial);
  const trimmed = name.trim();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description}>
        <form
          className="mt-4 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (trimmed !== '' && !busy) onName(trimmed);
          }}
        >
          <FormField label={t.name}>
            {(wiring) => <Input {...wiring} value={name} maxLength={LONGEST} onChange={({ target }) => setName(target.value)} />}
          </FormField>
          {error != null && <Alert kind="bad">{problemText(error)}</Alert>}
          <DialogFooter>
            <DialogClose asChild>
              <Button look="secondary">{commonText.cancel}</Button>
            </DialogClose>
            <Button type="submit" busy={busy} disabled={trimmed === ''}>
              {confirm}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
