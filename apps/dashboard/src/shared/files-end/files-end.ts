import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** Loads the time of the newest order of a shop whose newest orders come from a file; null where they arrive by themselves, or where nothing was uploaded. */
export const filesEndQuery = queryOptions({
  queryKey: ['uploads', 'end'],
  staleTime: 60_000,
  queryFn: async (): Promise<string | null> => {
    const [uploads, customers] = await Promise.all([
      answerOf(api.GET('/dashboard/events/uploads')),
      answerOf(api.GET('/dashboard/customers', { params: { query: { sort: 'last_activity_desc', limit: 1 } } })),
    ]);
    return endOfFiles(
      uploads.data.filter(({ state }) => state === 'complete').map(({ summary }) => summary.last_at ?? null),
      customers.data[0]?.last_activity_at ?? null,
    );
  },
});

/** @param lastOrders the last order of each upload. @param lastActivity of all customers, whatever brought it */
export function endOfFiles(lastOrders: readonly (string | null)[], lastActivity: string | null): string | null {
  const end = Math.max(...lastOrders.map((at) => (at === null ? -Infinity : Date.parse(at))));
  if (end === -Infinity || (lastActivity !== null && Date.parse(lastActivity) > end)) return null;
  return new Date(end).toISOString();
}
