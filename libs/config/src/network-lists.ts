import ipaddr from 'ipaddr.js';

/** Ends the sentence 'it must be …'. */
export const PORT_LIST_RULE = 'ports from 1 to 65535 or ranges of them such as 8000-8099, separated by commas';
/** Ends the sentence 'it must be …'. */
export const CIDR_LIST_RULE = 'networks in CIDR notation such as 10.20.0.0/16, separated by commas';

/** @returns the first and the last port of each range; null for an invalid list. */
export function readPortList(text: string): (readonly [number, number])[] | null {
  const ranges = text.split(',').map((part) => /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part));
  const read = ranges.map((match) => (match === null ? null : ([Number(match[1]), Number(match[2] ?? match[1])] as const)));
  const good = read.filter((range) => range !== null && range[0] >= 1 && range[0] <= range[1] && range[1] <= 65_535);
  return good.length === read.length ? good.filter((range) => range !== null) : null;
}

/** @returns the networks; none for an empty text, null for an invalid list. */
export function readCidrList(text: string): string[] | null {
  if (text === '') return [];
  const networks = text.split(',').map((part) => part.trim());
  return networks.every((network) => ipaddr.isValidCIDR(network)) ? networks : null;
}

/** Matches the address of a vendor. */
export const VENDOR_URL = /^https?:\/\/[^/?#\s]+$/;
export const VENDOR_URL_RULE = 'an http:// or https:// address without a path';
