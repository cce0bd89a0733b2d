/** A key that nobody has used. `crypto.randomUUID` is only there over HTTPS. */
export function newSendKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
