export const text = {
  open: 'Use your own app',
  needed: (platforms: string) =>
    `For a shop at ${platforms}, first register an app of your own there. We lead you through it in three steps.`,
  change: 'Change the secret of your app',
  why: 'With an app that you register at your platform, your shop connects without the app of this service. Shopify allows such an app for one shop, or for the shops of one organization.',
  title: 'Connect with your own app',
  changeTitle: 'Change the secret of your app',
  connectedWith: 'Connected with your own app.',
  step: (number: number) => `Step ${number} of 3`,
  back: 'Back',
  next: 'Next',
  platform: 'Platform',
  create: {
    shopify: {
      title: 'Create the app at Shopify',
      items: [
        'Open the Dev Dashboard at dev.shopify.com/dashboard. Choose Apps, Create app and Start from Dev Dashboard, and give the app a name.',
        'Only if your shop belongs to another organization than the app: in Distribution, choose Custom distribution and enter the shop. It cannot be changed later.',
      ],
    },
    shopline: {
      title: 'Create the app at Shopline',
      items: ['Open the developer center of Shopline and create a custom app for your shop.', 'Switch the embedded mode off.'],
    },
    generic: {
      title: 'Register the app at your platform',
      items: ['Create an app for your shop where your platform lists the apps of developers.'],
    },
  },
  enter: {
    title: {
      shopify: 'Enter these values in a version of the app',
      shopline: 'Enter these values in the app',
      generic: 'Enter these values in the app',
    },
    shopifyVersion: 'In the app, open Versions and create a version. A shop can install an app only after a version is released.',
    appUrl: 'App URL',
    redirectUrl: { shopify: 'Redirect URL', shopline: 'App callback URL', generic: 'Redirect URL' },
    scopes: { shopify: 'Scopes', shopline: 'Permissions', generic: 'Scopes' },
    scopesHint: 'If Shopify has approved read_all_orders for your app, add it. We then import the orders of ten years instead of 60 days.',
    complianceUrl: { shopify: 'Compliance webhooks', shopline: 'Privacy webhooks', generic: 'Privacy webhooks' },
    compliance: {
      shopify:
        'For customers who want to see or erase their data. Shopify reads it from the configuration file of the app (compliance_topics, all three). The rest works without it.',
      shopline: 'For customers and shops whose data is to be erased.',
      generic: 'For customers and shops whose data is to be erased, and for the removal of the app.',
    },
    last: {
      shopify:
        'Switch off “Embed app in Shopify admin” and choose Release. Then install the app in your shop: with Install app on the Home page of the app, or with the link that Distribution shows if you chose Custom distribution.',
      shopline: 'Save the app.',
      generic: 'Save the app.',
    },
  },
  connect: {
    title: 'Connect your shop',
    body: {
      shopify: 'Copy both values from the Settings of the app in the Dev Dashboard.',
      shopline: 'Copy both values from the page of the app in the developer center.',
      generic: 'Copy both values from the page of the app.',
    },
    shop: 'Address of your shop',
    shopHint: 'The address that ends in .myshopify.com, or that of the admin: admin.shopify.com/store/your-shop.',
    clientId: { shopify: 'Client ID', shopline: 'App key', generic: 'Client ID' },
    clientSecret: { shopify: 'Client secret', shopline: 'App secret', generic: 'Client secret' },
    secretHint: 'We store it encrypted and never show it again.',
    changeHint: 'The previous secret stays valid for 24 hours.',
    submit: 'Connect',
    refused: 'Your platform does not know these two values as one app. Copy both again.',
    done: 'Your shop is connected.',
    incomplete: 'Copy the whole value: at least 8 characters, without spaces.',
  },
  authorize: {
    title: 'One more step at your platform',
    go: 'Open your platform',
  },
} as const;
