import { useEffect, useState } from 'react';

const KEPT = 'invitation';

/** Keeps the token of an invitation in this tab while the user signs in. */
export const keepInvitation = (token: string): void => sessionStorage.setItem(KEPT, token);

/** Returns the token of the link in the mail, or the one that was kept before the sign-in. */
export function useInvitationToken(): string {
  const token = useMailedToken();
  const [kept] = useState(() => sessionStorage.getItem(KEPT) ?? '');
  useEffect(() => sessionStorage.removeItem(KEPT), []);
  return token === '' ? kept : token;
}

/** Returns the token of a link in a mail. It is in the fragment (`#`), which no server sees, and is removed from the URL after reading. */
export function useMailedToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return token;
}
