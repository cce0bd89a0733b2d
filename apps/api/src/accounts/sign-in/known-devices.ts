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
 * Marks browsers that have signed in with a cookie that gives no other rights. A MAC (HMAC-SHA256) binds it to the account,
 * so that nobody can make one for another person's account.
 */
@Injectable()
export class KnownDevices {
  private readonly key: Buffer;

  constructor(settings: AccountSettings) {
    this.key = settings.keyFor('known device');
  }

  /** @param address a normalised address. @returns the id of the browser; null when it has never signed in to this account. */
  deviceOf(request: Request, address: string): string | null {
    const bytes = Buffer.from(cookieOf(request.headers.cookie, COOKIE) ?? '', 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
    const id = bytes.subarray(0, ID_BYTES);
    return timingSafeEqual(bytes.subarray(ID_BYTES), this.macOf(id, address)) ? id.toString('base64url') : null;
  }

  /** Marks the browser. Call it when the user has proven that the account is theirs. @param address a normalised address. */
  mark(response: Response, address: string): void {
    const id = randomBytes(ID_BYTES);
    const value = Buffer.concat([id, this.macOf(id, address)]).toString('base64url');
    response.cookie(COOKIE, value, { httpOnly: true, secure: true, sameSite: 'lax', path: '/api/v1/auth', maxAge: LIFETIME_MS });
  }

  private macOf(id: Buffer, address: string): Buffer {
    return createHmac('sha256', this.key).update(id).update(address).digest();
  }
}
