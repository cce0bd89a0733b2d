import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, Megaphone, RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../../api/client';
import { useFormat } from '../../../api/me';
import { ForRole } from '../../../components/for-role';
import { saveFile } from '../../../components/save-file';
import { Button } from '../../../components/ui/button';
import { ExportButton } from '../../../shared/customer-list/export-button';
import { type ListSearch, segmentFilterOf } from '../../../shared/customer-list/list-search';
import { NameDialog } from '../../../shared/segments/name-dialog';
import { segmentsQuery } from '../../../shared/segments/queries';
import { text as t } from '../../../shared/segments/text';
import { problemText } from '../../../text/problem-text';
import type { Selection } from './selection';

/** The limit of the API for one recalculation. */
const MOST_SCORED = 1000;

interface Props {
  readonly selection: Selection;
  readonly search: ListSearch;
  /** The list has more customers than are selected. */
  readonly canSelectAll: boolean;
  readonly onChange: (selection: Selection) => void;
  readonly onClear: () => void;
}

/** Says how many customers are selected, and offers what can be done with them. */
export function SelectionBar({ selection, search, canSelectAll, onChange, onClear }: Props) {
  const isAll = selection === 'all';
  return (
    <section
      aria-label={t.bar}
      className="sticky bottom-0 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-3 shadow-lg"
    >
      <p role="status" className="mr-2 text-sm font-medium tabular-nums">
        {isAll ? t.allSelected : t.selected(selection.size)}
      </p>
      {!isAll && canSelectAll && (
        <Button look="quiet" onClick={() => onChange('all')}>
          {t.selectAll}
        </Button>
      )}
      {isAll ? <ExportButton search={search} /> : <ExportChosen ids={[...selection]} />}
      <ForRole least="member">
        <CampaignButton selection={selection} search={search} />
        <Recalculate selection={selection} />
      </ForRole>
      <Button look="quiet" className="ml-auto" onClick={onClear}>
        <X aria-hidden />
        {t.clear}
      </Button>
    </section>
  );
}

function ExportChosen({ ids }: { readonly ids: string[] }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => answerOf(api.POST('/dashboard/customers/export', { body: { customer_ids: ids }, parseAs: 'blob' })),
    onSuccess: (file) => saveFile(file, `customers-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Button look="secondary" busy={isPending} onClick={() => mutate()}>
      {!isPending && <Download aria-hidden />}
      {t.export}
    </Button>
  );
}

/** Saves the selection as a segment, which becomes the audience of a new campaign. A list of one segment needs no other one. */
function CampaignButton({ selection, search }: Pick<Props, 'selection' | 'search'>) {
  /** The name that the dialog suggests; null while it is closed. */
  const [suggested, setSuggested] = useState<string | null>(null);
  const format = useFormat();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const filter = segmentFilterOf(search);
  const open = (segment: string): void => void navigate({ to: '/campaigns/new', search: { segment } });
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (name: string) =>
      answerOf(
        api.POST('/segments', {
          body: { name, ...(selection === 'all' ? filter !== null && { filter } : { customer_ids: [...selection] }) },
        }),
      ),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: segmentsQuery.queryKey });
      open(id);
    },
  });
  const isWholeSegment = selection === 'all' && search.segment !== undefined && segmentFilterOf({ ...search, segment: undefined }) === null;
  const isPossible = selection !== 'all' || filter !== null || (isWholeSegment && search.q === undefined);
  const start = (): void => {
    if (isWholeSegment && search.segment !== undefined) {
      open(search.segment);
      return;
    }
    reset();
    setSuggested(t.chosenName(format.dateTime(new Date().toISOString())));
  };
  return (
    <>
      <Button disabled={!isPossible} title={isPossible ? undefined : t.allNeedsFilters} onClick={start}>
        <Megaphone aria-hidden />
        {t.campaign}
      </Button>
      {suggested !== null && (
        <NameDialog
          title={t.chosenTitle}
          description={t.chosenBody}
          confirm={t.next}
          initial={suggested}
          busy={isPending}
          error={error}
          onClose={() => setSuggested(null)}
          onName={mutate}
        />
      )}
    </>
  );
}

function Recalculate({ selection }: Pick<Props, 'selection'>) {
  const isPossible = selection !== 'all' && selection.size <= MOST_SCORED;
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: string[]) => answerOf(api.POST('/dashboard/churn/recalculate', { body: { customer_ids: ids, force: true } })),
    onSuccess: ({ queued }) => toast.success(t.recalculating(queued)),
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Button
      look="secondary"
      busy={isPending}
      disabled={!isPossible}
      title={isPossible ? undefined : t.tooMany}
      onClick={() => selection !== 'all' && mutate([...selection])}
    >
      {!isPending && <RefreshCw aria-hidden />}
      {t.recalculate}
    </Button>
  );
}
