import { readTrustedProxies } from './trusted-proxies.js';

describe('TRUST_PROXY', () => {
  it('can be a number of hops, and 0 trusts no proxy', () => {
    expect(readTrustedProxies('0')).toBe(false);
    expect(readTrustedProxies('2')).toBe(2);
  });

  it('can be a list of addresses and ranges', () => {
    expect(readTrustedProxies('10.0.0.0/8, 192.0.2.1,2001:db8::/32')).toEqual(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']);
  });

  it.each(['true', 'loopback', '-1', '10', '1.5', '10.0.0.0/33', '10.0.0.0/8,', 'proxy.example.com', ' '])('cannot be "%s"', (text) => {
    expect(readTrustedProxies(text)).toBeNull();
  });
});
