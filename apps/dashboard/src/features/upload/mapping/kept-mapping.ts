import { type FileMapping, headerKey, mappingText, parseMapping } from '#libs/order-import';

/** Files with the same columns have the same answers. */
const keyOf = (tenantId: string, header: readonly string[]): string => `import-mapping ${tenantId} ${headerKey(header)}`;

/** Returns the answers that this browser keeps for files with these columns; null without any. */
export function keptMapping(tenantId: string, header: readonly string[]): FileMapping | null {
  try {
    const text = localStorage.getItem(keyOf(tenantId, header));
    return text === null ? null : parseMapping(text);
  } catch {
    return null;
  }
}

/** A browser may refuse to store them: then it asks again for the next file. */
export function keepMapping(tenantId: string, header: readonly string[], mapping: FileMapping): void {
  try {
    if (Object.keys(mapping).length > 0) localStorage.setItem(keyOf(tenantId, header), mappingText(mapping));
  } catch {
    // Nothing else to do.
  }
}

/** Forgets the answers for files with these columns. */
export function forgetMapping(tenantId: string, header: readonly string[]): void {
  try {
    localStorage.removeItem(keyOf(tenantId, header));
  } catch {
    // Nothing else to do.
  }
}
