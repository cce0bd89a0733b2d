import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { DestinationDto } from '../../api/schema';

const WHILE_OPEN_MS = 4000;

const isUnderWay = ({ pending_count: pending, kind, enabled, last_snapshot: run }: DestinationDto): boolean =>
  pending > 0 || run?.status === 'queued' || run?.status === 'running' || (kind === 'storage' && enabled && run === null);

/** Polls while something is on its way. */
export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: async () => (await answerOf(api.GET('/settings/destinations'))).data,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? WHILE_OPEN_MS : false),
});

/** Counts the customers that a vendor with profiles gets values of. */
export const profilesQuery = queryOptions({
  queryKey: ['destinations', 'profiles'],
  queryFn: () => answerOf(api.GET('/settings/destinations/profiles')),
});

const WHILE_RUNNING_MS = 2000;

/** Polls while the job runs. */
export const resyncQuery = (jobId: string | null) =>
  queryOptions({
    queryKey: ['destinations', 'resync', jobId],
    queryFn: () => answerOf(api.GET('/dashboard/churn/jobs/{job_id}', { params: { path: { job_id: jobId ?? '' } } })),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'queued' || state.data?.status === 'running' ? WHILE_RUNNING_MS : false),
  });
