import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import type { DestinationDto } from '../../api/schema';
import { attemptErrorWords } from '../../shared/deliveries/delivery-words';
import { problemText } from '../../text/problem-text';
import { text as t } from './text';

/** Everything that shows destinations: the first webhook also stands on the webhooks page. */
const SUBJECTS = ['destinations', 'webhook', 'deliveries'];

/** Returns a function that reads again what a change of a destination may have changed. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(SUBJECTS.map((subject) => queries.invalidateQueries({ queryKey: [subject] })));
}

/** Returns why a test did not arrive. The words differ for a vendor, because the shop cannot repair the server of a vendor. */
function whyNot(kind: DestinationDto['kind'], error: string | null): string {
  if (kind !== 'webhook' && error === 'http_4xx') return t.keyRefused;
  return error === null ? '' : attemptErrorWords(error);
}

export function useTest({ id, kind }: DestinationDto) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/settings/destinations/{id}/test', { params: { path: { id } } })),
    onSuccess: async ({ status, last_status_code: code, last_error: error, attempts_log: attempts }) => {
      const words = kind === 'storage' ? (attempts.at(-1)?.response_body ?? null) : null;
      if (words !== null && status === 'success') toast.success(words);
      else if (words !== null) toast.error(words);
      else if (status === 'success') toast.success(t.arrived(code ?? 0));
      else toast.error(t.notArrived(whyNot(kind, error)));
      await refresh();
    },
    onError: (error) => toast.error(problemText(error)),
  });
}

export function useSwitch({ id, enabled }: DestinationDto) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answerOf(api.PATCH('/settings/destinations/{id}', { params: { path: { id } }, body: { enabled: !enabled } })),
    onSuccess: async () => {
      toast.success(enabled ? t.switchedOff : t.switchedOn);
      await refresh();
    },
    onError: (error) => toast.error(problemText(error)),
  });
}

export function useResync({ id, kind }: DestinationDto) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/settings/destinations/{id}/resync', { params: { path: { id } } })),
    onSuccess: async () => {
      toast.success(kind === 'storage' ? t.storage.started : t.resyncStarted);
      await refresh();
    },
    onError: (error) => toast.error(problemText(error)),
  });
}
