import { neighbourhoodOf, networkOf } from './address-network.js';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([[undefined], [''], ['unknown'], ['proxy.example.com'], ['192.0.2.1:80']])(
    'of %p is unknown, and all such callers share one',
    (address) => {
      expect(networkOf(address)).toBe('unknown');
    },
  );
});

describe('the neighbourhood of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.0/24'],
    ['::ffff:192.0.2.255', '192.0.2.0/24'],
    ['192.0.3.1', '192.0.3.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['proxy.example.com', 'unknown'],
    [undefined, 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(neighbourhoodOf(address)).toBe(network);
  });
});
