import { generateSecret, generateURI, verifySync } from 'otplib';

/** 160 bits, as RFC 4226 recommends (section 4, R6); the library's own default is half of that. */
const SECRET_BYTES = 20;
/** RFC 6238, section 4.1. */
const STEP_SECONDS = 30;
const CODE = /^\d{6}$/;
const ISSUER = 'Churn Scoring';

/** @returns base32, 32 characters. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** What authenticator apps read from a QR code. @param label whose account it is. */
export const otpauthUrl = (secret: string, label: string): string => generateURI({ issuer: ISSUER, label, secret });

/**
 * Which time step a code is of: that of `now`, or the one before or after it (RFC 6238, section 5.2).
 * @param code as people type it, spaces included.
 * @returns null when it is not right. A code is right for a minute and a half, so whoever takes it must take each step only once.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(' ', '');
  if (!CODE.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, period: STEP_SECONDS, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
