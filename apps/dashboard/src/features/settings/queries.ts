import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import type { ChangedSettingsDto, ChangeSettingsDto, JobDto } from '../../api/schema';
import { text } from './text';

const LOOK_EVERY_MS = 1000;

export const settingsQuery = queryOptions({ queryKey: ['settings'], queryFn: () => answerOf(api.GET('/settings')) });

export const histogramQuery = queryOptions({
  queryKey: ['customers', 'histogram'],
  queryFn: async () => (await answerOf(api.GET('/dashboard/churn/score-histogram'))).counts,
});

const isOver = (job: JobDto | undefined): boolean => job?.status === 'completed' || job?.status === 'failed';

/** Polls a job until it ends. */
export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId],
    queryFn: () => answerOf(api.GET('/dashboard/churn/jobs/{job_id}', { params: { path: { job_id: jobId } } })),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : LOOK_EVERY_MS),
  });

/** Changes settings and reloads the data that depends on them. */
export function useChangeSettings(onJob: (jobId: string) => void): UseMutationResult<ChangedSettingsDto, Error, ChangeSettingsDto> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeSettingsDto) => answerOf(api.PATCH('/settings', { body })),
    onSuccess: ({ job_id, ...settings }) => {
      queries.setQueryData(settingsQuery.queryKey, settings);
      toast.success(text.saved);
      if (job_id !== null) onJob(job_id);
      return Promise.all(['me', 'analytics', 'model'].map((subject) => queries.invalidateQueries({ queryKey: [subject] })));
    },
  });
}
