const STORED = 'first-key';

interface FirstKey {
  readonly tenantId: string;
  readonly key: string;
}

/** The newest API key, which the service shows only once. */
let shown: FirstKey | null = null;

/** Keeps a key in this browser tab, over reloads, until the user has copied it or signed out. */
export function keepFirstKey(tenantId: string, key: string): void {
  shown = { tenantId, key };
  store(JSON.stringify(shown));
}

/** Returns the key of the tenant; null when this tab has none, or it was copied before the page was loaded. */
export function keptFirstKey(tenantId: string): string | null {
  shown ??= readStored();
  return shown?.tenantId === tenantId ? shown.key : null;
}

/** Forgets the key at the next load of the page, because the user has copied it. */
export const noteFirstKeyCopied = (): void => store(null);

export function forgetFirstKey(): void {
  shown = null;
  store(null);
}

function readStored(): FirstKey | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null');
    const isKey = typeof kept === 'object' && kept !== null && 'tenantId' in kept && 'key' in kept;
    return isKey && typeof kept.tenantId === 'string' && typeof kept.key === 'string' ? { tenantId: kept.tenantId, key: kept.key } : null;
  } catch {
    return null;
  }
}

/** A browser may refuse to store anything: then the key stays until the page is left. */
function store(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, text);
  } catch {
    // Nothing else to do.
  }
}
