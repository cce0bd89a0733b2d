import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock, DAY_MS } from '#libs/core';
import { AccountSettings, cookieOf } from '#libs/guards';

const COOKIE = 'known_device';
const LIFETIME_MS = 180 * DAY_MS;
const ID_BYTES = 16;
/** Milliseconds since 1970. */
const TIME_BYTES = 6;
const MAC_BYTES = 32;

/** A browser that has signed in to an account before. */
export interface KnownDevice {
  readonly id: string;
  readonly signedInAt: Date;
}

/**
 * Marks browsers that have signed in with a cookie that gives no other rights. A MAC (HMAC-SHA256) binds the cookie to the account, so it cannot be
 * forged for another account. Cookies from before the last change of password are ignored: an attacker with the old password may have collected
 * them.
 */
@Injectable()
export class KnownDevices {
  private readonly key: Buffer;

  constructor(
    settings: AccountSettings,
    private readonly clock: Clock,
  ) {
    this.key = settings.keyFor('known device');
  }

  /** @param address a normalised address. @returns null when the browser has never signed in to this account. */
  deviceOf(request: Request, address: string): KnownDevice | null {
    const bytes = Buffer.from(cookieOf(request.headers.cookie, COOKIE) ?? '', 'base64url');
    if (bytes.length !== ID_BYTES + TIME_BYTES + MAC_BYTES) return null;
    const marked = bytes.subarray(0, ID_BYTES + TIME_BYTES);
    if (!timingSafeEqual(bytes.subarray(marked.length), this.macOf(marked, address))) return null;
    return { id: marked.toString('base64url'), signedInAt: new Date(marked.readUIntBE(ID_BYTES, TIME_BYTES)) };
  }

  /** Marks the browser. Call it when the user has proven that the account is theirs. @param address a normalised address. */
  mark(response: Response, address: string): void {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(this.clock.now().getTime(), 0, TIME_BYTES);
    const marked = Buffer.concat([randomBytes(ID_BYTES), time]);
    const value = Buffer.concat([marked, this.macOf(marked, address)]).toString('base64url');
    response.cookie(COOKIE, value, { httpOnly: true, secure: true, sameSite: 'lax', path: '/api/v1/auth', maxAge: LIFETIME_MS });
  }

  private macOf(marked: Buffer, address: string): Buffer {
    return createHmac('sha256', this.key).update(marked).update(address).digest();
  }
}
