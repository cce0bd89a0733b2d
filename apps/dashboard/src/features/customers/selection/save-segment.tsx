import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../../api/client';
import { Button } from '../../../components/ui/button';
import { type ListSearch, segmentFilterOf } from '../../../shared/customer-list/list-search';
import { NameDialog } from '../../../shared/segments/name-dialog';
import { segmentsQuery } from '../../../shared/segments/queries';
import { text as t } from '../../../shared/segments/text';

interface Props {
  readonly search: ListSearch;
  readonly onSaved: (id: string) => void;
}

/** Saves the filters of the list under a name. Without filters there is nothing to save. */
export function SaveSegment({ search, onSaved }: Props) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const filter = segmentFilterOf(search);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (name: string) => answerOf(api.POST('/segments', { body: { name, ...(filter !== null && { filter }) } })),
    onSuccess: async ({ id, name }) => {
      await queries.invalidateQueries({ queryKey: segmentsQuery.queryKey });
      setOpen(false);
      toast.success(t.saved(name));
      onSaved(id);
    },
  });
  if (filter === null) return null;
  return (
    <>
      <Button
        look="secondary"
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        <BookmarkPlus aria-hidden />
        {t.save}
      </Button>
      {isOpen && (
        <NameDialog
          title={t.saveTitle}
          description={t.saveBody}
          confirm={t.save}
          initial=""
          busy={isPending}
          error={error}
          onClose={() => setOpen(false)}
          onName={mutate}
        />
      )}
    </>
  );
}
