import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type TenantId, toTenantId } from '#libs/core';
import { AccountSettings } from './account-settings.js';

const ID_BYTES = 16;
const GENERATION_BYTES = 4;
const CONTENT_BYTES = 2 * ID_BYTES + GENERATION_BYTES;
const MAC_BYTES = 32;
const TOKEN = /^[\w-]{91}$/;

/** Identifies a session and the generation of its refresh token. */
export interface RefreshTokenContent {
  readonly tenantId: TenantId;
  readonly sessionId: string;
  readonly generation: number;
}

/**
 * A refresh token names its session and its generation, under a MAC (HMAC-SHA256). The database stores only the number of
 * the newest generation, nothing that could be used as a token. The same generation always gives the same token: two tabs that
 * refresh at the same moment get the same token, and a thief cannot start a second line of tokens.
 */
@Injectable()
export class RefreshTokens {
  private readonly key: Buffer;

  constructor(settings: AccountSettings) {
    this.key = settings.keyFor('refresh token');
  }

  /** @returns 91 characters of base64url. */
  write({ tenantId, sessionId, generation }: RefreshTokenContent): string {
    const content = Buffer.alloc(CONTENT_BYTES);
    content.write(tenantId.replaceAll('-', ''), 0, 'hex');
    content.write(sessionId.replaceAll('-', ''), ID_BYTES, 'hex');
    content.writeUInt32BE(generation, 2 * ID_BYTES);
    return Buffer.concat([content, this.macOf(content)]).toString('base64url');
  }

  /** @returns null for a token that this service did not write. */
  read(token: string): RefreshTokenContent | null {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const content = bytes.subarray(0, CONTENT_BYTES);
    if (bytes.length !== CONTENT_BYTES + MAC_BYTES || !timingSafeEqual(bytes.subarray(CONTENT_BYTES), this.macOf(content))) return null;
    return {
      tenantId: toTenantId(uuidAt(content, 0)),
      sessionId: uuidAt(content, ID_BYTES),
      generation: content.readUInt32BE(2 * ID_BYTES),
    };
  }

  private macOf(content: Buffer): Buffer {
    return createHmac('sha256', this.key).update(content).digest();
  }
}

function uuidAt(bytes: Buffer, offset: number): string {
  const hex = bytes.subarray(offset, offset + ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
