import { randomUUID } from 'node:crypto';
import { StorefrontSimulator } from '../../../../tools/src/storefront-simulator/storefront-simulator.js';
import { remember } from '../../people/mailed-secrets.js';
import { GraphqlApi } from '../../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import { ShopifyFiles } from '../../../../tools/src/storefront-simulator/shopify/shopify-files.js';

/** A simulated Shopify: its headers, its shops, its GraphQL API and no other. */
export async function startShopify(): Promise<{ storefront: StorefrontSimulator; graphql: GraphqlApi }> {
  const secret = `shopify-secret-${randomUUID()}`;
  remember(secret);
  const graphql = new GraphqlApi(await ShopifyFiles.start());
  const app = { clientId: `client-${randomUUID()}`, secret };
  return { storefront: await StorefrontSimulator.start({ app, family: 'shopify', graphql }), graphql };
}

/** Settings under which the service is the app of the simulated Shopify. */
export const shopifySettings = (storefront: StorefrontSimulator): Record<string, string> => ({
  SHOPIFY_CLIENT_ID: storefront.app.clientId,
  SHOPIFY_APP_SECRET: storefront.app.secret,
  SHOPIFY_BASE_URL: storefront.baseUrl,
  STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8',
  SWEEP_INTERVAL_MS: '200',
});

/** A domain of a shop that no other test has. */
export const newShopifyDomain = (): string => `shop-${randomUUID().slice(0, 8)}.myshopify.com`;
