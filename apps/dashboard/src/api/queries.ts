import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';
import { ApiProblem, isSignedOut } from './problem';

/** Refusals that another try cannot change. */
const isFinal = (error: unknown): boolean => error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/** @param onSignedOut called when an answer says that the session has ended. */
export function newQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && !isFinal(error) } },
  });
}

/** Who has signed in, and for which shop. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => answerOf(api.GET('/auth/me')), staleTime: 5 * 60_000 });
