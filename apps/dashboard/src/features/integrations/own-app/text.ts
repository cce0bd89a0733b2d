export const text = {
  open: 'Use your own app',
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
        'Open the Dev Dashboard at dev.shopify.com/dashboard, choose Apps, then Create app, and give it a name.',
        'In Distribution, choose Custom distribution and enter your shop. It cannot be changed later.',
        'In API access, ask for protected customer data. You need no names, e-mail addresses, phone numbers or postal addresses, only the customer itself.',
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
    title: 'Enter these values in the app',
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
        'Switch off “Embed app in Shopify admin”, and release the version. Then install the app in your shop with the link that Distribution shows.',
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
