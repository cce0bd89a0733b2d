import { useEffect, useState } from 'react';

/** Returns the token of a link in a mail. It is in the fragment (`#`), which no server sees, and is removed from the URL after reading. */
export function useMailedToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return token;
}
