import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client';

/** Entries that the page of a customer shows before somebody asks for older ones. */
const ENTRIES = 12;

/** Lists what has happened with a customer, newest first. */
export const timelineQuery = (externalId: string) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'timeline', externalId],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/dashboard/customers/{external_id}/timeline', {
          params: { path: { external_id: externalId }, query: { limit: ENTRIES, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
