import { toTenantId } from '#libs/core';
import { newMailedToken, readMailedToken } from './mailed-token.js';

const [tenantId, id] = [toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b'), '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1c'];

describe('a mailed token', () => {
  it('contains its tenant and its row id, and is found by its hash', () => {
    const { token, hash } = newMailedToken(tenantId, id);
    expect(readMailedToken(token)).toEqual({ tenantId, id, hash });
    expect(newMailedToken(tenantId, id).token).not.toBe(token);
  });

  it('has another hash with another last character, also when both decode to the same bytes', () => {
    const { token, hash } = newMailedToken(tenantId, id);
    const others = Array.from('ABCDEFGHIJKLMNOP', (last) => token.slice(0, -1) + last).filter((other) => other !== token);
    expect(others.filter((other) => readMailedToken(other)?.hash.equals(hash))).toEqual([]);
  });

  it.each(['', 'x'.repeat(85), 'x'.repeat(87), `${'x'.repeat(85)}=`])('cannot be %j', (text) => expect(readMailedToken(text)).toBeNull());
});
