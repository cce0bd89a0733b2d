import { hkdfSync } from 'node:crypto';

/** The signing secret of people's tokens, and the pages that may act with a cookie. The app provides both from its configuration. */
export class AccountSettings {
  constructor(
    /** 32 bytes or more of random text. */
    readonly jwtSecret: string,
    /** Origins in the form that browsers send. */
    readonly allowedOrigins: readonly string[],
  ) {}

  /** Derives a 32-byte key for each purpose (HKDF, RFC 5869), so that a signature for one purpose is not valid for another. */
  keyFor(purpose: 'refresh token' | 'known device'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.jwtSecret, '', purpose, 32));
  }
}
