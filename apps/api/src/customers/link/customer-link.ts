import { shopKeyOf, type StorefrontPlatform } from '#libs/core';
import { isPseudonym } from '#libs/order-import';
import type { CustomerLinkDto } from '../customer-with-traits.dto.js';
import { customerUrlOf } from './customer-url.js';

/** The connected shop and the settings that say where the page of a customer is. */
export interface LinkSource {
  /** `platform:shop` of the shop that has ids without a namespace. */
  readonly first_shop: string | null;
  /** A template with `{id}`. */
  readonly customer_url: string | null;
  readonly shop: { readonly platform: StorefrontPlatform; readonly shop: string; readonly rest_url: string | null } | null;
}

const NUMBER = /^[1-9]\d{0,19}$/;

/** @returns the page of a customer in the connected shop, or in the merchant's own system; null where neither has one, as for a guest */
export function customerLink(externalId: string, source: LinkSource): CustomerLinkDto | null {
  const inShop = shopLink(externalId, source);
  if (inShop !== null) return inShop;
  const { customer_url: template } = source;
  if (template === null || isPseudonym(externalId)) return null;
  return { place: 'own', url: customerUrlOf(template, externalId) };
}

function shopLink(externalId: string, { first_shop: first, customer_url: template, shop }: LinkSource): CustomerLinkDto | null {
  if (shop === null) return null;
  const key = shopKeyOf(shop);
  // Ids without a namespace come from the first shop or from the merchant's own server. With a template for the server, the template wins.
  const id = externalId.startsWith(`${key}:`) ? externalId.slice(key.length + 1) : first === key && template === null ? externalId : '';
  if (!NUMBER.test(id)) return null;
  switch (shop.platform) {
    case 'shopify':
      return { place: 'shopify', url: `https://${shop.shop}/admin/customers/${id}` };
    case 'woocommerce':
      return { place: 'woocommerce', url: `${siteOf(shop.rest_url ?? `https://${shop.shop}`)}/wp-admin/user-edit.php?user_id=${id}` };
    case 'shopline':
    case 'generic':
      return null;
  }
}

const siteOf = (url: string): string => url.replace(/\/+$/, '');
