import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { LIMITS } from './limits.js';

/** Longest part before the @ (RFC 5321, section 4.5.3.1.1). */
const LOCAL_LENGTH = 64;
const LOCAL = /^[^\s@"(),:;<>[\\\]\p{C}]+$/u;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

/** An e-mail address in the one spelling under which it is an account: lower case, Unicode NFC, the domain as DNS has it. */
export type EmailAddress = string & { readonly normalisedEmail: true };

/**
 * Two spellings that differ in case only are one mailbox everywhere in practice, though RFC 5321 leaves it open; as two accounts they
 * would let one person stand for another.
 * @returns null when the text is no address that mail can be sent to. Quoted local parts and address literals are not taken.
 */
export function readEmailAddress(text: string): EmailAddress | null {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').toLowerCase().split('@');
  const host = domainToASCII(domain);
  const address = `${local}@${host}`;
  const isLocal = LOCAL.test(local) && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..') && local.isWellFormed();
  if (more.length > 0 || !isLocal || Buffer.byteLength(local) > LOCAL_LENGTH || !DOMAIN.test(host)) return null;
  return Buffer.byteLength(address) > LIMITS.emailLength ? null : (address as EmailAddress);
}

/** SHA-256 of the address: what accounts are found by, so that the directory of all tenants holds no address. 32 bytes. */
export const hashEmailAddress = (address: EmailAddress): Buffer => createHash('sha256').update(address).digest();
