import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** Loads what to enter when the merchant registers an app of their own. Only owners may. */
export const ownAppQuery = queryOptions({
  queryKey: ['own-app'],
  queryFn: () => answerOf(api.GET('/integrations/storefront/own-app')),
});

/** Loads the data requests of customers. Only owners may. */
export const dataRequestsQuery = infiniteQueryOptions({
  queryKey: ['data-requests'],
  queryFn: ({ pageParam }) =>
    answerOf(api.GET('/integrations/data-requests', { params: { query: pageParam === null ? {} : { cursor: pageParam } } })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination }) => pagination.next_cursor,
});
