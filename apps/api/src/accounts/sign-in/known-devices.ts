import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DAY_MS } from '#libs/core';
import { AccountSettings, cookieOf } from '#libs/guards';

const COOKIE = 'known_device';
const LIFETIME_MS = 180 * DAY_MS;
const ID_BYTES = 16;
const MAC_BYTES = 32;

/**
 * Marks browsers that have signed in, with a cookie that says so and is worth nothing else. It is bound to the account by a MAC
 * (HMAC-SHA256), so that nobody makes one for an account of somebody else's.
 */
@Injectable()
export class KnownDevices {
  private readonly key: Buffer;

  constructor(settings: AccountSettings) {
    this.key = settings.keyFor('known device');
  }

  /** @param address normalised. @returns the id of the browser; null when it has never signed in to this account. */
  deviceOf(request: Request, address: string): string | null {
    const bytes = Buffer.from(cookieOf(request.headers.cookie, COOKIE) ?? '', 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
    const id = bytes.subarray(0, ID_BYTES);
    return timingSafeEqual(bytes.subarray(ID_BYTES), this.macOf(id, address)) ? id.toString('base64url') : null;
  }

  /** To be called when somebody has shown that the account is theirs. @param address normalised. */
  mark(response: Response, address: string): void {
    const id = randomBytes(ID_BYTES);
    const value = Buffer.concat([id, this.macOf(id, address)]).toString('base64url');
    response.cookie(COOKIE, value, { httpOnly: true, secure: true, sameSite: 'lax', path: '/api/v1/auth', maxAge: LIFETIME_MS });
  }

  private macOf(id: Buffer, address: string): Buffer {
    return createHmac('sha256', this.key).update(id).update(address).digest();
  }
}
