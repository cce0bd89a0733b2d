/** Key of the note that someone signed in on this device. The tokens are in cookies that no script can read. */
const HINT = 'signed-in';
/** Key of the note that says which shop the tokens of this browser are for, and since when. */
const TENANT = 'tenant';
/** In these calls a 401 means a wrong password or token, not an expired session. */
const SIGNING_IN = /\/auth\/(?:login|register|refresh|switch|forgot-password|reset-password|accept-invitation)$/;

/** The session of this tab expired or was revoked. A sign-out does not set it. */
let hasEnded = false;

export function rememberSession(): void {
  localStorage.setItem(HINT, 'yes');
  hasEnded = false;
}

/** Returns whether the session of this tab expired or was revoked. False on a first visit, and after the next sign-in. */
export const hasSessionEnded = (): boolean => hasEnded;

/** Returns whether someone may be signed in on this device. */
export const mayBeSignedIn = (): boolean => localStorage.getItem(HINT) !== null;

/** Tells the other tabs of this browser, which share the cookies, that the cookies are for another shop now. */
export function noteTenant(id: string): void {
  // The browser tells the other tabs only of a value that changes.
  localStorage.setItem(TENANT, `${id} ${new Date().toISOString()}`);
}

/**
 * Reloads this tab when another one has switched, or signed in, to another shop. Otherwise the forms of this tab would change the wrong shop.
 * @param mayShow whether this tab may stay as it is while the tokens are for the shop
 */
export function followSwitches(mayShow: (tenantId: string) => boolean): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const [id = ''] = key === TENANT && newValue !== null ? newValue.split(' ') : [];
    if (id !== '' && !mayShow(id)) location.assign('/');
  });
}

export const forgetSession = (): void => localStorage.removeItem(HINT);

/** Returns whether a call that got a 401 may be tried again with new tokens. */
export const mayCarryOn = (url: string): boolean => localStorage.getItem(HINT) !== null && !SIGNING_IN.test(new URL(url).pathname);

let underWay: Promise<boolean> | null = null;

/** Renews the tokens, once for all calls that ask at the same time. @returns whether there is a session again. */
export function carryOnSession(): Promise<boolean> {
  underWay ??= renew().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function renew(): Promise<boolean> {
  const { ok, status } = await fetch('/api/v1/auth/refresh', { method: 'POST', credentials: 'same-origin' });
  if (status === 401) {
    hasEnded = true;
    forgetSession();
  }
  return ok;
}
