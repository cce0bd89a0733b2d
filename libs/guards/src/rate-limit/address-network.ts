import ipaddr from 'ipaddr.js';

/** A household or a host gets at least a /64 of IPv6 addresses, so all addresses of a /64 count as one. */
const IPV6_PREFIX_BITS = 64;

/**
 * Returns the network that an address counts for: an IPv4 address itself, or the /64 of an IPv6 address. Both spellings of an IPv4 address are equal.
 * @param address the caller's address that Express found behind the trusted proxies; undefined when the connection is closed.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${new ipaddr.IPv6(parsed.parts).toString()}/${IPV6_PREFIX_BITS}`).toString()}/${IPV6_PREFIX_BITS}`;
}
