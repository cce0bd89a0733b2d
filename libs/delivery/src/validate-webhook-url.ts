import { isIP } from 'node:net';
import { LIMITS } from '#libs/core';
import { isPublicAddress, type OpenRanges } from './check-address.js';

/** The operator's rules for webhook URLs. */
export interface WebhookUrlRules {
  /** Only https. */
  readonly production: boolean;
  readonly ports: readonly PortRange[];
  /** Hosts in these ranges may have any port. */
  readonly openRanges: OpenRanges;
}

/** First and last port, both included. */
export type PortRange = readonly [number, number];

/** The rule that a URL breaks, as a code for programs. */
export type WebhookUrlFault = 'not_a_url' | 'too_long' | 'scheme' | 'user_info' | 'port' | 'blocked_address';

export type ValidatedWebhookUrl =
  | {
      readonly kind: 'allowed';
      /** The URL to store and to call: normalised, without a fragment. */
      readonly url: string;
    }
  | {
      readonly kind: 'refused';
      readonly fault: WebhookUrlFault;
      /** Names the rule; the field stands before it. */ readonly message: string;
    };

/** Longer than any real URL. */
const LONGEST = LIMITS.urlLength;

/** `URL` drops or replaces these without a word. A backslash is fine in a query. */
const REWRITTEN = /[\p{Cc}\s]|^[^?#]*\\/u;
/** The check is needed because `URL` also accepts one slash, or three, in place of two. */
const WITH_HOST = /^https?:\/\/[^/?#]/i;
const LABEL = /^[^.]{1,63}$/;

/** Names that always mean this machine (RFC 6761, section 6.3). */
const LOCALHOST = /^(.*\.)?localhost$/;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Validates the text of a webhook URL, without a name lookup: when it is saved, and again before each attempt. `AddressGuard` checks
 * the IP address of the host when the connection is made.
 *
 * The host is read as the URL standard reads it, so that every spelling of an address counts as that address: `2130706433`,
 * `0x7f.1`, `017700000001`, `127.1`, full-width digits.
 */
export function validateWebhookUrl(text: string, rules: WebhookUrlRules): ValidatedWebhookUrl {
  if (text.length > LONGEST) return refused('too_long', `has ${text.length} characters: ${LONGEST} are allowed`);
  if (!URL.canParse(text)) return refused('not_a_url', 'must be a whole URL, such as https://example.com/webhooks');
  const url = new URL(text);
  const schemes = rules.production ? ['https:'] : ['https:', 'http:'];
  if (!schemes.includes(url.protocol)) {
    const allowed = rules.production ? 'https://' : 'https:// or http://';
    return refused('scheme', `begins with ${url.protocol.slice(0, 20)} and must begin with ${allowed}`);
  }
  if (isRewritten(text, url)) {
    const rule =
      'must be a whole URL as it is called, without spaces, control characters and backslashes, such as https://example.com/webhooks';
    return refused('not_a_url', rule);
  }
  if (url.username !== '' || url.password !== '') return refused('user_info', 'must not hold a user name or a password');
  const host = hostOf(url).replace(LOCALHOST, '127.0.0.1');
  if (isIP(host) !== 0 && !isPublicAddress(host, rules.openRanges)) {
    return refused('blocked_address', `leads to ${host}: private, local and reserved addresses are not allowed`);
  }
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port);
  const mayHaveAnyPort = isIP(host) !== 0 && !isPublicAddress(host, []);
  if (!mayHaveAnyPort && !rules.ports.some(([first, last]) => port >= first && port <= last)) {
    return refused('port', `has port ${port}: allowed are ${rules.ports.map(describeRange).join(', ')}`);
  }
  url.hash = '';
  return { kind: 'allowed', url: url.href };
}

/** Tells whether the URL standard reads another address than a person would, or a host that no name server knows. */
function isRewritten(text: string, url: URL): boolean {
  return (
    REWRITTEN.test(text) ||
    !WITH_HOST.test(text) ||
    (isIP(hostOf(url)) === 0 &&
      !hostOf(url)
        .split('.')
        .every((label) => LABEL.test(label)))
  );
}

/** Returns the host of a URL without the brackets of an IPv6 address and without the dot that ends a full name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const describeRange = ([first, last]: PortRange): string => (first === last ? String(first) : `${first}-${last}`);

const refused = (fault: WebhookUrlFault, message: string): ValidatedWebhookUrl => ({ kind: 'refused', fault, message });
