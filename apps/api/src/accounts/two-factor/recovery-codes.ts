import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** 80 bits. Such a code cannot be guessed, not even with the hashes, so a fast hash is enough. */
const CODE_BYTES = 10;
/** Crockford's Base32, in which no letter looks like a digit. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LENGTH = (CODE_BYTES * 8) / 5;

/** Makes recovery codes (`xxxx-xxxx-xxxx-xxxx`). Each replaces the second factor once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** @returns SHA-256 of the code in any spelling; null when the text cannot be a code. */
export function hashRecoveryCode(typed: string): Buffer | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  const isCode = code.length === CODE_LENGTH && Array.from(code).every((digit) => DIGITS.includes(digit));
  return isCode ? createHash('sha256').update(code).digest() : null;
}

function newCode(): string {
  const bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`);
  const digits = Array.from({ length: CODE_LENGTH }, (_, i) => DIGITS[Number((bits >> BigInt(5 * i)) & 31n)]).join('');
  return digits.replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4');
}
