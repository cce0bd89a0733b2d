import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../../api/client';
import { useMayAs } from '../../../api/me';
import type { SegmentDto } from '../../../api/schema';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { Button } from '../../../components/ui/button';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '../../../components/ui/dropdown-menu';
import { NameDialog } from '../../../shared/segments/name-dialog';
import { segmentsQuery } from '../../../shared/segments/queries';
import { text as t } from '../../../shared/segments/text';

interface Props {
  readonly segment: SegmentDto;
  readonly onGone: () => void;
}

const copyId = async (id: string): Promise<void> => {
  await navigator.clipboard.writeText(id);
  toast.success(t.copied);
};

/** Renames or deletes a segment of one's own, and copies the id of any. */
export function ManageSegment({ segment, onGone }: Props) {
  const [open, setOpen] = useState<'name' | 'removal' | null>(null);
  const mayChange = useMayAs('member') && !segment.ready_made;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button look="secondary" size="icon-small" aria-label={t.manage(segment.name)}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => void copyId(segment.id)}>
            <Copy aria-hidden />
            {t.copyId}
          </DropdownMenuItem>
          {mayChange && (
            <>
              <DropdownMenuItem onSelect={() => setOpen('name')}>
                <Pencil aria-hidden />
                {t.rename}
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setOpen('removal')}>
                <Trash2 aria-hidden />
                {t.remove}
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {open === 'name' && <Rename segment={segment} onClose={() => setOpen(null)} />}
      {open === 'removal' && <Removal segment={segment} onClose={() => setOpen(null)} onGone={onGone} />}
    </>
  );
}

interface DialogProps {
  readonly segment: SegmentDto;
  readonly onClose: () => void;
}

const pathOf = ({ id }: SegmentDto) => ({ params: { path: { id } } });

function Rename({ segment, onClose }: DialogProps) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) => answerOf(api.PATCH('/segments/{id}', { ...pathOf(segment), body: { name } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: segmentsQuery.queryKey });
      onClose();
    },
  });
  return (
    <NameDialog
      title={t.renameTitle}
      confirm={t.rename}
      initial={segment.name}
      busy={isPending}
      error={error}
      onClose={onClose}
      onName={mutate}
    />
  );
}

function Removal({ segment, onClose, onGone }: DialogProps & { readonly onGone: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf(api.DELETE('/segments/{id}', pathOf(segment))),
    onSuccess: async () => {
      onGone();
      onClose();
      toast.success(t.removed(segment.name));
      await queries.invalidateQueries({ queryKey: segmentsQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.removeTitle(segment.name)}
      description={t.removeBody}
      confirm={t.remove}
      busy={isPending}
      error={error}
      onConfirm={() => mutate()}
    />
  );
}
