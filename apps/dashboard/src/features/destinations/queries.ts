import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

const WHILE_OPEN_MS = 4000;

/** Polls while something is on its way. */
export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: async () => (await answerOf(api.GET('/settings/destinations'))).data,
  refetchInterval: ({ state }) => (state.data?.some(({ pending_count: pending }) => pending > 0) === true ? WHILE_OPEN_MS : false),
});
