import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';

/** Loads the API keys, for owners and admins. */
export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => answerOf(api.GET('/tenant/api-keys')),
  // The last use changes without any action on this page.
  refetchInterval: 30_000,
});
