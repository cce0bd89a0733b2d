import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** Loads the time of the newest order in the uploaded files. Null when newer orders have arrived in another way, or nothing was uploaded. */
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

/**
 * Returns the latest of the uploaded orders; null when a customer has been active since.
 * @param lastOrders the time of the last order of each upload; null for an upload without orders
 * @param lastActivity the time of the latest activity of any customer
 */
export function endOfFiles(lastOrders: readonly (string | null)[], lastActivity: string | null): string | null {
  const end = Math.max(...lastOrders.map((at) => (at === null ? -Infinity : Date.parse(at))));
  if (end === -Infinity || (lastActivity !== null && Date.parse(lastActivity) > end)) return null;
  return new Date(end).toISOString();
}
