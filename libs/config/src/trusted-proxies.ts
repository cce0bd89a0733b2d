import ipaddr from 'ipaddr.js';

/** How many proxies stand before the process, or the addresses and ranges of them; `false`: none, so nobody's word is taken. */
export type TrustedProxies = false | number | readonly string[];

/** What TRUST_PROXY must be; the end of a sentence. */
export const TRUSTED_PROXIES_RULE = 'the number of proxies in front, 0 to 9, or their addresses and CIDR ranges with commas between';

/** @returns null when the text is neither a number of hops nor a list of addresses and ranges. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d$/.test(text)) return text === '0' ? false : Number(text);
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isAddressOrRange) ? ranges : null;
}

const isAddressOrRange = (text: string): boolean =>
  ipaddr.isValidCIDR(text) || ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
