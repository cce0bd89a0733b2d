import ipaddr from 'ipaddr.js';

/** The number of proxies in front of the process, or their addresses and ranges; `false`: trust no proxy. */
export type TrustedProxies = false | number | readonly string[];

/** Ends the sentence 'it must be …'. */
export const TRUSTED_PROXIES_RULE = 'the number of proxies in front, 0 to 9, or their addresses and CIDR ranges separated by commas';

/** @returns null when the text is neither a number of hops nor a list of addresses and ranges. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d$/.test(text)) return text === '0' ? false : Number(text);
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isAddressOrRange) ? ranges : null;
}

const isAddressOrRange = (text: string): boolean =>
  ipaddr.isValidCIDR(text) || ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
