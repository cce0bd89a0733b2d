import { auditNetworkOf } from './audit-network.js';

describe('the network that the audit log keeps', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['127.0.0.1', '127.0.0.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['::1', '::/48'],
  ])('of %s is %s', (address, network) => {
    expect(auditNetworkOf(address)).toBe(network);
  });

  it.each([[undefined], [''], ['unknown'], ['shop.example.com'], ['203.0.113.77:80']])('of %p is null', (address) => {
    expect(auditNetworkOf(address)).toBeNull();
  });
});
