import { hkdfSync } from 'node:crypto';

/** What the tokens of people are signed with, and which pages may act with a cookie. Given by the app from its configuration. */
export class AccountSettings {
  constructor(
    /** 32 bytes or more of random text. */
    readonly jwtSecret: string,
    /** Origins, as browsers write them. */
    readonly allowedOrigins: readonly string[],
  ) {}

  /** A key of its own for each purpose (HKDF, RFC 5869), so that what is signed for one is worth nothing for another. 32 bytes. */
  keyFor(purpose: 'refresh token' | 'known device'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.jwtSecret, '', purpose, 32));
  }
}
