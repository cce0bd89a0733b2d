import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client';

/** Number of entries that the page of a customer shows before the user asks for older ones. */
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
