import ipaddr from 'ipaddr.js';

/** A household or a host gets at least a /64 of IPv6 addresses, so that all of them count as one. */
const IPV6_PREFIX_BITS = 64;

/**
 * Whom an address stands for: an IPv4 address for itself, an IPv6 address for its /64. Both spellings of an IPv4 address are one.
 * @param address of the caller, as Express found it behind the trusted proxies; undefined when the connection has gone.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${new ipaddr.IPv6(parsed.parts).toString()}/${IPV6_PREFIX_BITS}`).toString()}/${IPV6_PREFIX_BITS}`;
}
