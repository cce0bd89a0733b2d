/** Settings of a service that is an app at each platform. */
export const STOREFRONT_APPS = {
  STOREFRONT_APP_SECRET: 'generic-secret-of-now',
  STOREFRONT_APP_SECRET_PREVIOUS: 'generic-secret-of-before',
  SHOPIFY_APP_SECRET: 'shopify-secret-of-now',
  SHOPLINE_APP_SECRET: 'shopline-secret-of-now',
};
