import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { AnalyticsDto } from '../../api/schema';

export type Period = AnalyticsDto['period'];

export const analyticsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['analytics', period],
    queryFn: () => answerOf(api.GET('/dashboard/analytics', { params: { query: { period } } })),
  });

/** Whether there is any customer yet. */
export const anyCustomerQuery = queryOptions({
  queryKey: ['customers', 'any'],
  queryFn: async () => (await answerOf(api.GET('/dashboard/customers', { params: { query: { limit: 1 } } }))).data.length > 0,
});
