import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { LIMITS } from '../limits.js';

/** Longest part before the @ (RFC 5321, section 4.5.3.1.1). */
const LOCAL_LENGTH = 64;
const LOCAL = /^[^\s@"(),:;<>[\\\]\p{C}]+$/u;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

/** Normalises an e-mail address to the spelling that identifies an account: lower case, Unicode NFC, the domain in its DNS form. */
export type EmailAddress = string & { readonly normalisedEmail: true };

/**
 * Two spellings that differ only in case are one mailbox in practice, although RFC 5321 leaves it open. As two accounts they
 * would let one person impersonate another.
 * @returns null when no mail can be sent to the text. Quoted local parts and address literals are refused.
 */
export function readEmailAddress(text: string): EmailAddress | null {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').toLowerCase().split('@');
  const host = domainToASCII(domain);
  const address = `${local}@${host}`;
  const isLocal = LOCAL.test(local) && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..') && local.isWellFormed();
  if (more.length > 0 || !isLocal || Buffer.byteLength(local) > LOCAL_LENGTH || !DOMAIN.test(host)) return null;
  return Buffer.byteLength(address) > LIMITS.emailLength ? null : (address as EmailAddress);
}

/** Returns the SHA-256 of the address, 32 bytes. Accounts are looked up by it, so the directory of all tenants holds no address. */
export const hashEmailAddress = (address: EmailAddress): Buffer => createHash('sha256').update(address).digest();
