import { useEffect, useState } from 'react';

/** The token of a link in a mail. It stands behind `#`, which no server sees, and leaves the address as soon as it is read. */
export function useMailedToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return token;
}
