const keyOf = (tenantId: string): string => `setup-hidden ${tenantId}`;

/** Says whether the owner has hidden the checklist in this browser. */
export function isSetupHidden(tenantId: string): boolean {
  try {
    return localStorage.getItem(keyOf(tenantId)) !== null;
  } catch {
    return false;
  }
}

/** A browser may refuse to store it: then the checklist is there again with the next load. */
export function hideSetup(tenantId: string): void {
  try {
    localStorage.setItem(keyOf(tenantId), 'yes');
  } catch {
    // Nothing else to do.
  }
}
