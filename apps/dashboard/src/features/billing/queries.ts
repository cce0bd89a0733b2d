import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async () => (await answerOf(api.GET('/plans'))).data,
  staleTime: Number.POSITIVE_INFINITY,
});
