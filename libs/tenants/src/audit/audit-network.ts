import ipaddr from 'ipaddr.js';

const IPV4_BITS = 24;
const IPV6_BITS = 48;

/**
 * The network an address belongs to, as the audit log keeps it: 256 neighbours in IPv4, a site in IPv6. It tells a login from home
 * from one from abroad and does not follow a person around.
 * @param address as Express found it behind the trusted proxies; undefined when the connection has gone.
 * @returns null for anything but an address.
 */
export function auditNetworkOf(address: string | undefined): string | null {
  if (address === undefined || !ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4)
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${IPV4_BITS}`).toString()}/${IPV4_BITS}`;
  const plain = new ipaddr.IPv6(parsed.parts).toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${IPV6_BITS}`).toString()}/${IPV6_BITS}`;
}
