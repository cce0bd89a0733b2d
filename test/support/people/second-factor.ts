import type { Person } from './person.js';
import { totpCode } from './totp.js';

/** Turns on the second factor. @returns its recovery codes */
export async function turnOnSecondFactor(person: Person): Promise<string[]> {
  const { body } = await person.post('/2fa/setup').expect(200);
  const verified = await person.post('/2fa/verify', { code: totpCode(body.secret) }).expect(200);
  return verified.body.recovery_codes as string[];
}
