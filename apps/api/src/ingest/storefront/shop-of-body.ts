import { normaliseShop } from '#libs/core';

const NAMES = ['shop_domain', 'myshopify_domain'];

/** Whether everything in the body that names a shop names this one. The body is signed; the header that names the shop is not. */
export const isAllOf = (shop: string, resources: readonly unknown[]): boolean =>
  resources.every((resource) => shopsNamedIn(resource).every((named) => named === shop));

/** The shops that a resource says it is of, as `normaliseShop` writes them. */
const shopsNamedIn = (resource: unknown): (string | null)[] => domainsIn(resource, NAMES);

/** As `shopsNamedIn` for what is asked in the name of a shop: what describes the shop itself may have other names for it. */
export function shopsAskingIn(resource: unknown): (string | null)[] {
  const named = domainsIn(resource, [...NAMES, 'store_domain']);
  if (named.length > 0) return named;
  const { operate, handle } = (resource ?? {}) as { operate?: unknown; handle?: unknown };
  // Shopline's word that an app was installed or uninstalled has nothing else of the shop.
  if (typeof operate === 'string' && typeof handle === 'string') return [normaliseShop(`${handle}.myshopline.com`)];
  // Beside `myshopify_domain` it is the address that visitors know.
  return domainsIn(resource, ['domain']);
}

function domainsIn(resource: unknown, names: readonly string[]): (string | null)[] {
  if (typeof resource !== 'object' || resource === null) return [];
  return names
    .map((name) => (resource as Record<string, unknown>)[name])
    .filter((value) => typeof value === 'string')
    .map(normaliseShop);
}
