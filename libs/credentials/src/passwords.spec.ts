import { Passwords } from './passwords.js';

const COST = 4;

describe('a stored password', () => {
  it('matches only the same text, up to its last byte', async () => {
    const passwords = new Passwords(COST);
    const stored = await passwords.hash('x'.repeat(72));
    expect(await passwords.isRight('x'.repeat(72), stored)).toBe(true);
    // bcrypt itself reads only the first 72 bytes and would accept this.
    expect(await passwords.isRight('x'.repeat(73), stored)).toBe(false);
    expect(await passwords.isRight('x'.repeat(71), stored)).toBe(false);
  });

  it('matches no text when there is no account', async () => {
    const passwords = new Passwords(COST);
    expect(await passwords.isRight('', null)).toBe(false);
  });

  it('is never created from a text that bcrypt would cut', async () => {
    const passwords = new Passwords(COST);
    expect(() => passwords.hash('x'.repeat(73))).toThrow('cut');
    await expect(passwords.hash('x'.repeat(72))).resolves.toMatch(/^\$2b\$04\$/);
  });

  it('is not checked when too many wait, and those that wait get their answer', async () => {
    const passwords = new Passwords(8);
    const stored = await passwords.hash('right password');
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.isRight('right password', stored)));
    const served = answers.filter(({ status }) => status === 'fulfilled');
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect([served.length, refused.length]).toEqual([18, 12]);
    for (const answer of served) expect(answer).toMatchObject({ value: true });
    for (const answer of refused) expect(answer).toMatchObject({ reason: expect.objectContaining({ code: 'service_unavailable' }) });
    expect(await passwords.isRight('right password', stored)).toBe(true);
  });
});
