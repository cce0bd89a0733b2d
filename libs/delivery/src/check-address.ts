import ipaddr from 'ipaddr.js';

/** Address ranges that the operator opened for deliveries, as CIDR: private networks, and loopback in tests. */
export type OpenRanges = readonly string[];

/** IPv6 addresses that are routed at all (IANA, "IPv6 Global Unicast Address Space"). All other ranges have a special purpose. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Decides whether a delivery may connect to the address: it must be public on the internet, or in an open range.
 * Loopback, private, link-local, CGNAT, multicast and reserved ranges are refused (IANA special-purpose registries), and so is
 * every IPv6 range that carries an IPv4 address inside: mapped, compatible, NAT64, 6to4, Teredo.
 * @param text an address without brackets, as the resolver or the socket returns it; other text is refused
 */
export function isPublicAddress(text: string, open: OpenRanges): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.parse(text);
  // A zone names a network interface of this machine.
  if (address instanceof ipaddr.IPv6 && address.zoneId !== undefined) return false;
  // A range is opened for the address itself, whichever way it is written.
  if (open.some((range) => isWithin(ipaddr.process(text), range))) return true;
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(range);
  return network.kind() === address.kind() && address.match(network, bits);
}
