import { normaliseShop } from '#libs/core';

const NAMES = ['shop_domain', 'myshopify_domain'];

/** Whether everything in the body that names a shop names this one. The body is signed; the header that names the shop is not. */
export const isAllOf = (shop: string, resources: readonly unknown[]): boolean =>
  resources.every((resource) => shopsNamedIn(resource).every((named) => named === shop));

/** The shops that a resource says it is of, as `normaliseShop` writes them. */
export function shopsNamedIn(resource: unknown): (string | null)[] {
  if (typeof resource !== 'object' || resource === null) return [];
  return NAMES.map((name) => (resource as Record<string, unknown>)[name])
    .filter((value) => typeof value === 'string')
    .map(normaliseShop);
}
