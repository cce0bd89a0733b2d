/** Remembers on this device that somebody has signed in; the tokens themselves are in cookies that no script reads. */
const HINT = 'signed-in';
/** Calls whose 401 is about what was typed, not about a session. */
const SIGNING_IN = /\/auth\/(?:login|register|refresh|forgot-password|reset-password|accept-invitation)$/;

export const rememberSession = (): void => localStorage.setItem(HINT, 'yes');
export const forgetSession = (): void => localStorage.removeItem(HINT);

/** Whether a call that was refused may be tried again with new tokens. */
export const mayCarryOn = (url: string): boolean => localStorage.getItem(HINT) !== null && !SIGNING_IN.test(new URL(url).pathname);

let underWay: Promise<boolean> | null = null;

/** Renews the tokens, once however many calls ask for it at the same time. @returns whether there is a session again. */
export function carryOnSession(): Promise<boolean> {
  underWay ??= renew().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function renew(): Promise<boolean> {
  const { ok, status } = await fetch('/api/v1/auth/refresh', { method: 'POST', credentials: 'same-origin' });
  if (status === 401) forgetSession();
  return ok;
}
