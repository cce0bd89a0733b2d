import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { noteTenant, rememberSession } from '../../api/session';

/** Returns the steps after a sign-in to a shop: tell the other tabs, clear the data of the previous user, then open the page that the user wanted. */
export function useSignedIn(): (tenantId: string, next?: string) => Promise<void> {
  const queries = useQueryClient();
  const router = useRouter();
  return async (tenantId, next = '/') => {
    rememberSession();
    noteTenant(tenantId);
    queries.clear();
    router.history.push(next);
    await router.load();
  };
}
