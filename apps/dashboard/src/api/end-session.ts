import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forgetFirstKey } from './first-key';
import { forgetSession } from './session';

/** Returns the function that opens the sign-in page and forgets what this tab knows of a session that has ended. */
export function useEndSession(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    forgetSession();
    forgetFirstKey();
    await navigate({ to: '/login' });
    queries.clear();
  };
}
