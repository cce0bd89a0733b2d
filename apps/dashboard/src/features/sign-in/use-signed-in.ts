import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { rememberSession } from '../../api/session';

/** Returns the steps after a sign-in: clear the data of the previous user, then open the page that the user wanted. */
export function useSignedIn(): (next?: string) => Promise<void> {
  const queries = useQueryClient();
  const router = useRouter();
  return async (next = '/') => {
    rememberSession();
    queries.clear();
    router.history.push(next);
    await router.load();
  };
}
