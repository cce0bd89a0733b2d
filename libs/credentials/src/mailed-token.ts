import { createHash, randomBytes } from 'node:crypto';
import { type TenantId, toTenantId } from '#libs/core';

const ID_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN = /^[\w-]{86}$/;

/** The content of a mailed token. The row that it names stores the hash that proves it. */
export interface MailedToken {
  readonly tenantId: TenantId;
  readonly id: string;
  /** SHA-256 of the whole token. */
  readonly hash: Buffer;
}

/**
 * Makes a token for a link in a mail: tenant, row and 256 random bits. The tenant id in it limits the lookup to that tenant.
 * @returns the token, 86 characters of base64url, and the hash that we store.
 */
export function newMailedToken(tenantId: TenantId, id: string): { token: string; hash: Buffer } {
  const names = Buffer.from(`${tenantId}${id}`.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([names, randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** @returns null for a text that cannot be a mailed token. */
export function readMailedToken(token: string): MailedToken | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  return { tenantId: toTenantId(uuidAt(bytes, 0)), id: uuidAt(bytes, ID_BYTES), hash: hashOf(token) };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

function uuidAt(bytes: Buffer, offset: number): string {
  const hex = bytes.subarray(offset, offset + ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
