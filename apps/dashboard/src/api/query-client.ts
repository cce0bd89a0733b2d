import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isAway, isSignedOut } from './problem';

/** Returns whether trying again is useless. */
const isFinal = (error: unknown): boolean => error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/** The pause between two looks whether the service is there again. */
export const LOOK_AGAIN_MS = 5000;

/** @param onSignedOut called when an answer says that the session has ended. */
export function newQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && !isFinal(error),
        // Data that failed to load while the service was away is loaded again by itself.
        refetchInterval: ({ state: { error } }) => (isAway(error) ? LOOK_AGAIN_MS : false),
      },
    },
  });
}
