import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { isPublicAddress, type OpenRanges } from './check-address.js';
import { hostOf } from './validate-webhook-url.js';

/** Gives all IPv4 and IPv6 addresses of a name. Rejects when there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** A name leads to an address that nothing may be sent to. */
class BlockedAddressError extends Error {
  readonly code = 'EBLOCKED';
}

/** A name leads nowhere, or nobody can say where to. */
class NameError extends Error {
  readonly code = 'ENAME';
}

const DNS_TIMEOUT_MS = 2500;
const DNS_TRIES = 2;
/** Somebody waits for the answer. */
const SAVE_PATIENCE_MS = 2000;

/**
 * Asks DNS without the threads that the system's own lookup takes, of which there are few: one tenant's slow name server
 * must not hold up the names of all others.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw new NameError(`no address is known for ${name}`);
  };
}

/** As all other programs on this machine resolve it, hosts file included: for names of a private network. */
export const resolveBySystem: Resolve = async (name) => {
  const found = await systemLookup(name, { all: true }).catch(() => []);
  if (found.length === 0) throw new NameError(`no address is known for ${name}`);
  return found.map(({ address }) => address);
};

/**
 * Decides at the moment of connecting which address is dialled, so that nothing can change between the check and the use.
 * A name of which any address is not public is refused whole: it is either a mistake or an attempt to get in.
 */
export class AddressGuard {
  private readonly resolve: Resolve;

  /** @param resolve by default DNS, and the system where networks of its own are open. */
  constructor(
    private readonly openRanges: OpenRanges,
    resolve?: Resolve,
  ) {
    this.resolve = resolve ?? (openRanges.length > 0 ? resolveBySystem : resolveByDns());
  }

  /** For `net.connect`, which calls it for every name and for no literal address: those are judged with their URL. */
  readonly lookup: LookupFunction = (name, { all }, callback) => {
    this.find(name, (error, addresses) => {
      const found = error === null ? addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) : [];
      if (all === true || found[0] === undefined) callback(error, found);
      else callback(null, found[0].address, found[0].family);
    });
  };

  /**
   * For a URL that is about to be saved: whether its host leads where nothing may be sent to, as far as can be told within a moment. A
   * name that leads nowhere yet is no reason to refuse it; it is judged again at each attempt.
   */
  async isBlocked(url: string): Promise<boolean> {
    const host = hostOf(new URL(url));
    if (isIP(host) !== 0) return false;
    const patience = new AbortController();
    const verdict = await Promise.race([
      this.addressesOf(host).then(
        () => false,
        (error: unknown) => error instanceof BlockedAddressError,
      ),
      sleep(SAVE_PATIENCE_MS, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    return verdict;
  }

  private readonly find = callbackify((name: string) => this.addressesOf(name));

  /**
   * @throws BlockedAddressError when one of the addresses is not public.
   * @throws NameError when there is no address.
   */
  async addressesOf(name: string): Promise<readonly string[]> {
    const addresses = await this.resolve(name);
    const blocked = addresses.find((address) => !isPublicAddress(address, this.openRanges));
    if (blocked !== undefined) throw new BlockedAddressError(`${name} leads to ${blocked}`);
    return addresses;
  }
}
