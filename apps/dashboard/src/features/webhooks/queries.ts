import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { DeliveryStatsDto } from '../../api/schema';

export type StatsPeriod = DeliveryStatsDto['period'];

export const webhookStatsQuery = (period: StatsPeriod) =>
  queryOptions({
    queryKey: ['webhook', 'stats', period],
    queryFn: () => answerOf(api.GET('/settings/webhook/stats', { params: { query: { period } } })),
    placeholderData: keepPreviousData,
  });
