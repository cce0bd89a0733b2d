import { normaliseShop, shopOf } from '#libs/core';

const NAMES = ['shop_domain', 'myshopify_domain'];

/** Returns the shops that resources name, without duplicates, in the form of `shopOf`; null for a name that is not a domain. */
export const shopsNamedIn = (platform: string, resources: readonly unknown[]): ReadonlySet<string | null> =>
  new Set(resources.flatMap((resource) => domainsIn(resource, NAMES).map((domain) => (domain === null ? null : shopOf(platform, domain)))));

/** Returns the shops that a privacy request comes from. A body that describes the shop itself may use other field names. */
export function shopsAskingIn(resource: unknown): (string | null)[] {
  const named = domainsIn(resource, [...NAMES, 'store_domain']);
  if (named.length > 0) return named;
  const { operate, handle } = (resource ?? {}) as { operate?: unknown; handle?: unknown };
  // Shopline's notice of an install or uninstall has no other name of the shop.
  if (typeof operate === 'string' && typeof handle === 'string') return [normaliseShop(`${handle}.myshopline.com`)];
  // In a body with `myshopify_domain`, this field is the address that visitors see.
  return domainsIn(resource, ['domain']);
}

function domainsIn(resource: unknown, names: readonly string[]): (string | null)[] {
  if (typeof resource !== 'object' || resource === null) return [];
  return names
    .map((name) => (resource as Record<string, unknown>)[name])
    .filter((value) => typeof value === 'string')
    .map(normaliseShop);
}
