import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { rememberSession } from '../../api/session';

/** What to do when somebody has signed in: forget what belonged to whoever was here before, and go where they wanted to go. */
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
