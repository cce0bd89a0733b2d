import { toTenantId } from '#libs/core';
import { AccountSettings } from './account-settings.js';
import { RefreshTokens } from './refresh-tokens.js';

const tokens = new RefreshTokens(new AccountSettings('x'.repeat(32), []));
const content = {
  tenantId: toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b'),
  sessionId: '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1c',
  generation: 4_000_000_000,
};

describe('a refresh token', () => {
  it('contains its session and its generation', () => expect(tokens.read(tokens.write(content))).toEqual(content));

  it('is the same for the same generation, and different for the next', () => {
    expect(tokens.write(content)).toBe(tokens.write(content));
    expect(tokens.write({ ...content, generation: 2 })).not.toBe(tokens.write({ ...content, generation: 1 }));
  });

  it('is invalid when any character is changed', () => {
    const token = tokens.write(content);
    for (let i = 0; i < token.length; i += 1) {
      // The last character carries only two bits. Changing its other bits would not change the token.
      const other = i === token.length - 1 ? 'AQgw'.replace(token.at(-1) ?? '', '')[0] : token[i] === 'A' ? 'B' : 'A';
      expect([i, tokens.read(token.slice(0, i) + other + token.slice(i + 1))]).toEqual([i, null]);
    }
  });

  it.each(['', 'x', 'x'.repeat(91), `${'x'.repeat(90)}=`, 'é'.repeat(91)])('cannot be %j', (text) => expect(tokens.read(text)).toBeNull());

  it('of an installation with another secret is invalid', () => {
    const others = new RefreshTokens(new AccountSettings('y'.repeat(32), []));
    expect(tokens.read(others.write(content))).toBeNull();
  });
});
