import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat } from '../../api/me';
import type { ChurnDetailDto } from '../../api/schema';
import { Button } from '../../components/ui/button';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { churnQuery } from './queries';
import { text } from './text';

const t = text.one;
const POLL_EVERY_MS = 500;

/** Asks for a new score and waits for the end of the job. */
async function recalculate(externalId: string): Promise<'completed' | 'failed'> {
  const { job_id } = await answerOf(api.POST('/dashboard/churn/recalculate', { body: { customer_ids: [externalId], force: true } }));
  for (;;) {
    const { status } = await answerOf(api.GET('/dashboard/churn/jobs/{job_id}', { params: { path: { job_id } } }));
    if (status === 'completed' || status === 'failed') return status;
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}

export function RecalculateButton({ externalId }: { readonly externalId: string }) {
  const queries = useQueryClient();
  const format = useFormat();
  const { mutate, isPending } = useMutation({
    mutationFn: () => recalculate(externalId),
    onSuccess: async (outcome) => {
      if (outcome === 'failed') {
        toast.error(t.recalculateFailed);
        return;
      }
      await queries.invalidateQueries({ queryKey: ['customers'] });
      const detail = queries.getQueryData<ChurnDetailDto>(churnQuery(externalId).queryKey);
      const churn = detail?.churn ?? null;
      if (churn !== null) toast.success(t.recalculated(format.score(churn.score), commonText.risk[churn.label].toLowerCase()));
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Button look="secondary" busy={isPending} onClick={() => mutate()}>
      {!isPending && <RefreshCw aria-hidden />}
      {t.recalculate}
    </Button>
  );
}
