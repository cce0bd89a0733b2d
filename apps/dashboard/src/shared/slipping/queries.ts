import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { lastContact } from './last-contact';

/** Scores change without any action on the page, so the page polls. */
const LOOK_AGAIN_MS = 30_000;

/** Loads the money that is expected, and how many customers are in each state. */
export const lifecycleQuery = queryOptions({
  queryKey: ['analytics', 'lifecycle'],
  queryFn: () => answerOf(api.GET('/dashboard/analytics/lifecycle')),
  refetchInterval: LOOK_AGAIN_MS,
});

/** The newest campaigns. Older ones are seldom sent again. */
const CAMPAIGNS = 100;

/** Loads the last campaign to the customers to contact; null without one. */
export const lastContactQuery = queryOptions({
  queryKey: ['campaigns', 'slipping'],
  queryFn: async () => {
    const { data } = await answerOf(api.GET('/campaigns', { params: { query: { limit: CAMPAIGNS } } }));
    return lastContact(data, new Date());
  },
});
