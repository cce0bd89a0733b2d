/** Returns a new idempotency key. It avoids `crypto.randomUUID`, which browsers offer over HTTPS only. */
export function newSendKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
