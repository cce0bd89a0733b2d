import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** Loads the data requests of customers. Only owners may. */
export const dataRequestsQuery = infiniteQueryOptions({
  queryKey: ['data-requests'],
  queryFn: ({ pageParam }) =>
    answerOf(api.GET('/integrations/data-requests', { params: { query: pageParam === null ? {} : { cursor: pageParam } } })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination }) => pagination.next_cursor,
});
