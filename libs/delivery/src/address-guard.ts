import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { isPublicAddress, type OpenRanges } from './check-address.js';
import { hostOf } from './validate-webhook-url.js';

/** Returns all IPv4 and IPv6 addresses of a name. Rejects when there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** The name resolves to an address that is not allowed. */
class BlockedAddressError extends Error {
  readonly code = 'EBLOCKED';
}

/** The name does not resolve. */
class NameError extends Error {
  readonly code = 'ENAME';
}

const DNS_TIMEOUT_MS = 2500;
const DNS_TRIES = 2;
/** Short, because a person waits for the answer. */
const SAVE_PATIENCE_MS = 2000;

/**
 * Queries DNS directly. The lookup of the system uses a small thread pool, where one tenant's slow name server would delay the names of
 * all others.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw new NameError(`no address found for ${name}`);
  };
}

/** Resolves names as the system does, hosts file included: for names of a private network. */
export const resolveBySystem: Resolve = async (name) => {
  const found = await systemLookup(name, { all: true }).catch(() => []);
  if (found.length === 0) throw new NameError(`no address found for ${name}`);
  return found.map(({ address }) => address);
};

/**
 * Checks the IP address at the moment of connecting, so that nothing can change between the check and its use.
 * One address that is not public blocks the whole name: it is a mistake or an attack.
 */
export class AddressGuard {
  private readonly resolve: Resolve;

  /** @param resolve default: DNS; the system's resolver when private networks are open */
  constructor(
    private readonly openRanges: OpenRanges,
    resolve?: Resolve,
  ) {
    this.resolve = resolve ?? (openRanges.length > 0 ? resolveBySystem : resolveByDns());
  }

  /** For `net.connect`. It is called for names only; `validateWebhookUrl` checks literal addresses. */
  readonly lookup: LookupFunction = (name, { all }, callback) => {
    this.find(name, (error, addresses) => {
      const found = error === null ? addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) : [];
      if (all === true || found[0] === undefined) callback(error, found);
      else callback(null, found[0].address, found[0].family);
    });
  };

  /**
   * Checks within a moment whether the host of a URL resolves to a blocked address, before the URL is saved. A name that does not resolve
   * yet passes; each attempt checks again.
   */
  async isBlocked(url: string): Promise<boolean> {
    const host = hostOf(new URL(url));
    if (isIP(host) !== 0) return false;
    const patience = new AbortController();
    const isBlocked = await Promise.race([
      this.addressesOf(host).then(
        () => false,
        (error: unknown) => error instanceof BlockedAddressError,
      ),
      sleep(SAVE_PATIENCE_MS, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    return isBlocked;
  }

  private readonly find = callbackify((name: string) => this.addressesOf(name));

  /**
   * @throws BlockedAddressError when one of the addresses is not public.
   * @throws NameError when the name has no address.
   */
  async addressesOf(name: string): Promise<readonly string[]> {
    const addresses = await this.resolve(name);
    const blocked = addresses.find((address) => !isPublicAddress(address, this.openRanges));
    if (blocked !== undefined) throw new BlockedAddressError(`${name} resolves to ${blocked}`);
    return addresses;
  }
}
