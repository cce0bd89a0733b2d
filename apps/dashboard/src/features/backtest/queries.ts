import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** The list has at most this many customers, so that one page holds it. */
const MOST_NAMED = 100;
const LOOK_AGAIN_MS = 3000;

/** Loads the list of three months ago and what happened. It looks again while the worker calculates. */
export const backtestQuery = queryOptions({
  queryKey: ['backtest'],
  queryFn: () => answerOf(api.GET('/dashboard/churn/backtest', { params: { query: { limit: MOST_NAMED } } })),
  refetchInterval: ({ state }) => (state.data?.status === 'running' || state.data?.status === 'not_started' ? LOOK_AGAIN_MS : false),
});
