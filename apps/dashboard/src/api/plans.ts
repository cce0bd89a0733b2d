import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';

const answerQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => answerOf(api.GET('/plans')),
  staleTime: Number.POSITIVE_INFINITY,
});

export const plansQuery = queryOptions({ ...answerQuery, select: ({ data }) => data });

/** Loads who may register. The sign-in pages use it too, without a session. */
export const registrationQuery = queryOptions({ ...answerQuery, select: ({ registration }) => registration });
