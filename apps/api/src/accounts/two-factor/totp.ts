import { generateSecret, generateURI, verifySync } from 'otplib';

/** 160 bits, as RFC 4226 recommends (section 4, R6). The library's default is half of that. */
const SECRET_BYTES = 20;
/** RFC 6238, section 4.1. */
const STEP_SECONDS = 30;
const CODE = /^\d{6}$/;
const ISSUER = 'Churn Scoring';

/** @returns base32, 32 characters. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** Returns the URI that authenticator apps read from a QR code. @param label the name of the account. */
export const otpauthUrl = (secret: string, label: string): string => generateURI({ issuer: ISSUER, label, secret });

/**
 * Returns the time step of a code: that of `now`, the one before or the one after (RFC 6238, section 5.2).
 * @param code the code as typed, which may have spaces.
 * @returns null when the code is wrong. A code is valid for a minute and a half, so the caller must accept each step only once.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(' ', '');
  if (!CODE.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, period: STEP_SECONDS, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
