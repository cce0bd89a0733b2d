export * from './vendors.module.js';
export * from './profile.js';
export type { ShopifyCustomer } from './shopify/customer-values.js';
export * from './shopify/shopify.js';
export { noAccess } from './shopify/shopify-failure.js';
export * from './slack.js';
export * from './vendor-http.js';
export * from './vendors.js';
