import type { ReactNode } from 'react';
import { commonText } from '../text/common';
import { problemText } from '../text/problem-text';
import { Alert } from './ui/alert';
import { Button } from './ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter } from './ui/dialog';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** Says what will happen and what cannot be undone. */
  readonly description: ReactNode;
  /** Text of the button: the action, not "OK". */
  readonly confirm: string;
  readonly look?: 'primary' | 'danger';
  readonly busy?: boolean;
  /** The error of the action; null if there is none. */
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
}

/** Asks for confirmation before an action that is hard to undo. The caller closes it after the action. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirm,
  look = 'danger',
  busy,
  error,
  onConfirm,
  children,
}: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={title} description={description}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // React also passes the event to a form that the dialog was opened from.
            event.stopPropagation();
            if (busy !== true) onConfirm();
          }}
        >
          {children}
          {error != null && (
            <Alert kind="bad" className="mt-4">
              {problemText(error)}
            </Alert>
          )}
          <DialogFooter>
            <DialogClose asChild>
              <Button look="secondary">{commonText.cancel}</Button>
            </DialogClose>
            <Button type="submit" look={look} busy={busy ?? false}>
              {confirm}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
