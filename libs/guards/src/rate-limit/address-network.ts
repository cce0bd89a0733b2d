import ipaddr from 'ipaddr.js';

/** A household or a host gets at least a /64 of IPv6 addresses, so all addresses of a /64 count as one. */
const CALLER = { ipv4: 32, ipv6: 64 } as const;

/** A line of a provider gets up to a /48 of IPv6 addresses, and who rents IPv4 addresses gets neighbours. */
const NEIGHBOURHOOD = { ipv4: 24, ipv6: 48 } as const;

/**
 * Returns the network that an address counts for: an IPv4 address itself, or the /64 of an IPv6 address. Both spellings of an IPv4 address are equal.
 * @param address the caller's address that Express found behind the trusted proxies; undefined when the connection is closed.
 */
export const networkOf = (address: string | undefined): string => maskedBy(CALLER, address).replace(/\/32$/, '');

/** Returns the wider network of an address: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export const neighbourhoodOf = (address: string | undefined): string => maskedBy(NEIGHBOURHOOD, address);

function maskedBy(bits: typeof CALLER | typeof NEIGHBOURHOOD, address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4)
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits.ipv4}`).toString()}/${bits.ipv4}`;
  // Without the zone of the address, such as `%eth0`.
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${new ipaddr.IPv6(parsed.parts).toString()}/${bits.ipv6}`).toString()}/${bits.ipv6}`;
}
