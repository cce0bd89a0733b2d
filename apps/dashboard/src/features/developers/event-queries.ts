import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

export const SEARCH_FIELDS = ['customer_id', 'order_id', 'event_id'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];
export type StatusFilter = 'all' | 'accepted' | 'rejected';

export interface EventSearch {
  readonly status: StatusFilter;
  readonly field: SearchField;
  /** Empty: all events. */
  readonly text: string;
}

const PAGE = 50;

export const eventsQuery = ({ status, field, text }: EventSearch) =>
  infiniteQueryOptions({
    queryKey: ['events', status, field, text],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/dashboard/events', {
          params: {
            query: {
              limit: PAGE,
              ...(status !== 'all' && { status }),
              ...(text !== '' && { [field]: text }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });

const HOUR_MS = 3_600_000;
const MOST_ERRORS = 5;

/** Loads the newest events that were rejected within the last hour. */
export const recentErrorsQuery = queryOptions({
  queryKey: ['events', 'errors'],
  queryFn: () => {
    const since = new Date(new Date().getTime() - HOUR_MS).toISOString();
    return answerOf(api.GET('/dashboard/events', { params: { query: { status: 'rejected', limit: MOST_ERRORS, since } } }));
  },
  refetchInterval: 30_000,
});
