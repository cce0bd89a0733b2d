import { normaliseShop } from '#libs/core';

const NAMES = ['shop_domain', 'myshopify_domain'];

/** Returns whether every shop name in the body is this shop. The body is signed; the header that names the shop is not. */
export const isAllOf = (shop: string, resources: readonly unknown[]): boolean =>
  resources.every((resource) => shopsNamedIn(resource).every((named) => named === shop));

/** Returns the shops that a resource names, in the form of `normaliseShop`. */
const shopsNamedIn = (resource: unknown): (string | null)[] => domainsIn(resource, NAMES);

/** Works like `shopsNamedIn`, for requests in the name of a shop. A body that describes the shop itself may use other field names. */
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
