import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';

/** Scores change without any action on the page, so the page polls. */
const LOOK_AGAIN_MS = 30_000;

/** Loads the money that is expected, and who is new, active, slipping away or lost. */
export const lifecycleQuery = queryOptions({
  queryKey: ['analytics', 'lifecycle'],
  queryFn: () => answerOf(api.GET('/dashboard/analytics/lifecycle')),
  refetchInterval: LOOK_AGAIN_MS,
});
