import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { AnalyticsDto, JobDto } from '../../api/schema';

export type Period = AnalyticsDto['period'];

export const PERIODS: readonly Period[] = ['7d', '30d', '90d'];

/** Scores change without any action on this page, so the page polls. */
const LOOK_AGAIN_MS = 30_000;
const LOOK_AT_WORK_MS = 3000;

export const analyticsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['analytics', period],
    queryFn: () => answerOf(api.GET('/dashboard/analytics', { params: { query: { period } } })),
    refetchInterval: LOOK_AGAIN_MS,
  });

export const modelQuery = queryOptions({
  queryKey: ['model'],
  queryFn: () => answerOf(api.GET('/dashboard/model')),
  staleTime: 5 * 60_000,
});

export const isUnderWay = ({ status }: JobDto): boolean => status === 'queued' || status === 'running';

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async () => (await answerOf(api.GET('/dashboard/jobs'))).data,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? LOOK_AT_WORK_MS : LOOK_AGAIN_MS),
});

/** Loads whether the shop has a customer yet. */
export const anyCustomerQuery = queryOptions({
  queryKey: ['customers', 'any'],
  queryFn: async () => (await answerOf(api.GET('/dashboard/customers', { params: { query: { limit: 1 } } }))).data.length > 0,
});
