import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { AuditEntryDto } from '../../api/schema';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await answerOf(api.GET('/auth/sessions'))).data,
});

/** @param actions an empty list loads all entries. */
export const auditLogQuery = (actions: readonly AuditEntryDto['action'][]) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', actions],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/audit-log', {
          params: { query: { ...(actions.length > 0 && { action: [...actions] }), ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
