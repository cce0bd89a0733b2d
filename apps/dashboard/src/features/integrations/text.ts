import { plural } from '../../text/plural';

const NUMBER = new Intl.NumberFormat('en');

export const text = {
  title: 'Integrations',
  description: 'Where your orders come from.',
  platforms: { shopify: 'Shopify', generic: 'Storefront', shopline: 'Shopline', woocommerce: 'WooCommerce' },
  back: {
    connected: {
      title: 'Your shop is connected',
      body: 'We are importing its orders. Below you see how far we are.',
      allowed: 'We have access to it, and new orders come by themselves.',
    },
    error: 'We could not connect your shop',
    reasons: {
      denied: 'You did not allow access on your platform. Without access we cannot read your orders. Connect again and allow it.',
      invalid_state:
        'The link was too old or used before, or you were not signed in to this account in this browser. Connect again: a link works for 10 minutes.',
      invalid_hmac: 'The answer was not signed by your platform. Connect again. If this happens again, contact us.',
      exchange_failed: 'Your platform did not give us access. Connect again in a few minutes.',
      already_connected: 'This shop is connected to another account. Disconnect it there first.',
      another_shop: 'Your account has another shop. Disconnect that one first.',
    },
    unknown: 'Something went wrong between your platform and us. Connect again.',
    close: 'Dismiss',
  },
  install: {
    confirm: (shop: string) => `Confirm to connect ${shop}`,
    confirmBody: 'Your platform sent you here. If this is your shop, choose “Connect” below.',
    other: (shop: string) => `${shop} is not connected`,
    otherBody: 'Your account has another shop. Disconnect that one first.',
  },
  status: {
    pending: 'Waiting for the first message',
    connected: 'Connected',
    reauthorize: 'Access has ended',
    disconnected: 'Not connected',
  },
  connect: {
    title: 'Connect your shop',
    body: 'We then receive your orders automatically, including those of the last 60 days. We store no names or addresses.',
    shop: 'Address of your shop',
    shopHint: {
      shopify: 'At Shopify, the address that ends in .myshopify.com, or that of the admin.',
      other: 'The address of your shop on its platform.',
    },
    examples: { shopify: 'your-shop.myshopify.com', shopline: 'your-shop.myshopline.com', generic: 'your-shop.example.com' },
    orUpload: 'Or upload an export of its orders:',
    upload: 'Upload a file',
    platform: 'Platform',
    anyPlatform: 'Find it by the address',
    submit: 'Connect',
    otherShop: 'A shop of another platform',
    shopAt: (platforms: string) => `A shop at ${platforms}`,
    leaves: 'Your platform opens and asks you to allow access.',
    required: 'Enter the address of your shop.',
    ownersOnly: 'Only owners of the account can connect a shop.',
  },
  shop: {
    connectedAt: 'Connected',
    lastWebhook: 'Last message',
    never: 'Never',
    topics: 'Messages from your shop',
    topicOk: 'Set up',
    topicMissing: 'Not set up; we are setting it up',
    topicToAdd: 'Missing: add this webhook in your shop, or give us keys with write permission',
    topicNames: {
      'orders/create': 'New orders',
      'orders/updated': 'Changed orders',
      'orders/paid': 'Paid orders',
      'orders/cancelled': 'Cancelled orders',
      'orders/delete': 'Deleted orders',
      'refunds/create': 'Refunds',
      'customers/create': 'New customers',
      'customers/update': 'Changed customers',
      'customers/delete': 'Deleted customers',
      'app/uninstalled': 'Removal of our app',
      'apps/installed_uninstalled': 'Removal of our app',
      'order.created': 'New orders',
      'order.updated': 'Changed orders',
      'order.deleted': 'Deleted orders',
      'order.restored': 'Restored orders',
      'customer.created': 'New customers',
      'customer.updated': 'Changed customers',
    },
    foreignTitle: (count: number, currency: string) =>
      plural(count, { one: `# order is in ${currency}`, other: `# orders are in ${currency}` }),
    foreignBody: (currency: string) =>
      `Your account uses ${currency}, so sums of money leave these orders out. If your shop sells in another currency, change the currency of your account in Settings.`,
    refusedTitle: 'Your shop sent messages that we could not use',
    withoutCustomer: (count: number, last: string) =>
      plural(count, {
        one: `In the last 7 days your shop sent # order or basket without a customer or an e-mail address, ${last}. It counts for no customer, as a sale at a till does.`,
        other: `In the last 7 days your shop sent # orders or baskets without a customer or an e-mail address, the last one ${last}. They count for no customer, as sales at a till do.`,
      }),
    refusedCount: (count: number, last: string) =>
      plural(count, { one: `# message, ${last}.`, other: `# messages, the last one ${last}.` }),
    reauthorizeBody: 'Your platform no longer accepts our access. We receive no new orders until you allow it again.',
    reauthorize: 'Allow access again',
    disconnect: 'Disconnect',
    disconnectTitle: 'Disconnect your shop?',
    disconnectBody: 'We receive no new orders from it. We keep the orders and scores that we have.',
    mayBeErased:
      'Your platform may ask us two days after our app was removed from your shop to erase everything that came from it. We then do so.',
    ended: (shop: string) => `${shop} is not connected any more`,
    endedBody: 'We receive no new orders from it, and its scores grow old. To go on, connect it again.',
    disconnected: 'Your shop is disconnected.',
  },
  import: {
    title: 'Past orders',
    none: 'There are no past orders to import.',
    running: (done: number, total: number | null) =>
      total === null ? `${NUMBER.format(done)} so far …` : `${NUMBER.format(done)} of ${NUMBER.format(total)} …`,
    customers: (done: number, total: number | null) =>
      `The orders are here. Now we read what your customers ordered before: ${NUMBER.format(done)}${total === null ? '' : ` of ${NUMBER.format(total)}`} customers …`,
    lastDays: 'The orders are here. Now we read on which day each of your customers last ordered …',
    collecting: (count: number) => `Your shop puts its data into a file for us: ${NUMBER.format(count)} entries so far …`,
    left: (seconds: number) => {
      if (seconds < 60) return 'Everyone has a score in less than a minute.';
      if (seconds < 90 * 60)
        return plural(Math.round(seconds / 60), {
          one: 'Everyone has a score in about a minute.',
          other: 'Everyone has a score in about # minutes.',
        });
      return plural(Math.round(seconds / 3600), {
        one: 'Everyone has a score in about an hour.',
        other: 'Everyone has a score in about # hours.',
      });
    },
    shortOf: {
      day: 'Your plan has no room for all of them today. The import goes on after 00:00 UTC by itself.',
      total:
        'Your plan has no room for all of them. The import waits until there is room: choose a larger plan, or keep orders for a shorter time.',
    },
    plan: 'See your plan',
    provisional:
      'Until the import ends, the scores are provisional: they come from a model for all shops. Soon after, a model of your shop replaces them.',
    done: (count: number) => plural(count, { one: 'We imported # past order.', other: 'We imported # past orders.' }),
    grantedAll: 'Your shop shows us all of its orders, so we import those of the last ten years.',
    grantedShopify:
      'Shopify shows us the orders of the last 60 days. Of earlier ones we know how many each customer placed and for how much, so these scores have less confidence. For all orders, ask Shopify for the scope read_all_orders for the app, and we import them within a day. Or upload an export of them.',
    grantedRecent: 'Your platform shows us the orders of the last 60 days. Upload an export of the older ones.',
    failed:
      'The import stopped because your shop did not send all of its past orders. New orders still arrive. To import again, connect the shop again.',
  },
  counts: {
    title: 'Is everything here?',
    shop: (orders: number, since: string) =>
      plural(orders, { one: `Your shop counts # order since ${since}.`, other: `Your shop counts # orders since ${since}.` }),
    all: (customers: number) =>
      plural(customers, { one: 'We have all of them, from # customer.', other: 'We have all of them, from # customers.' }),
    here: (orders: number, customers: number) =>
      `${plural(orders, { one: 'We have # order', other: 'We have # orders' })} ${plural(customers, { one: 'from # customer.', other: 'from # customers.' })}`,
    listIsLonger: 'Your list of customers is longer: it also has those who ordered only before that day.',
    fewer: (orders: number) =>
      plural(orders, {
        one: '# order is missing. It may name no customer, as a sale at a till does, or belong to a customer who was erased, or be of the last minutes.',
        other:
          '# orders are missing. They may name no customer, as sales at a till do, or belong to customers who were erased, or be of the last minutes.',
      }),
    more: (orders: number) =>
      plural(orders, {
        one: '# more than in your shop: it came from a file or from your own server, or was deleted in your shop.',
        other: '# more than in your shop: they came from files or from your own server, or were deleted in your shop.',
      }),
    at: (time: string) => `Counted ${time}; again every day.`,
  },
  woo: {
    title: 'WooCommerce',
    body: 'Your shop sends us its orders through webhooks. If you give us keys, we also import past orders and add the webhooks for you.',
    shop: 'Address of your WooCommerce shop',
    shopPlaceholder: 'shop.example.com',
    submit: 'Get the secret',
    next: 'Now add these webhooks in your shop',
    where:
      'In WordPress, open WooCommerce, Settings, Advanced, Webhooks. Add one webhook for each topic below, with this secret and the status Active.',
    secret: 'Secret',
    once: 'We show it only now. If you lose it, get a new secret here: the old one then works for another day.',
    key: 'Consumer key',
    keyHint: 'Optional.',
    keySecret: 'Consumer secret',
    keysBody:
      'In WordPress, open WooCommerce, Settings, Advanced, REST API. Add a key with the permission Read/Write, or Read if you want to add the webhooks yourself.',
    keysTitle: 'Import past orders',
    keysAgain: 'Give us new keys',
    giveKeys: 'Use these keys',
    keysTaken: 'Your shop accepts the keys. We are importing its orders.',
    keysRefused: 'Your shop does not accept these keys. Check them, and that they have at least the permission Read.',
    keysWrong: 'Enter both keys completely: the key begins with ck_, the secret with cs_.',
    keysEnded:
      'Your shop no longer accepts our keys. Its webhooks still arrive, but we cannot find orders that they miss. Give us new keys.',
    nextWithKeys: 'Your shop accepts the keys',
    whereWithKeys:
      'We are importing past orders. With write permission we also add the webhooks. Otherwise add one webhook for each topic below, with this secret.',
    topic: (topic: string) => `Delivery URL for “${topic}”`,
  },
  firstKey: {
    title: 'Save your API key',
    body: 'Copy it now: this tab keeps it only until you copy it, sign out or close the tab. You need it only to send orders yourself.',
    label: 'API key',
  },
  dataRequests: {
    title: 'Customers who ask for their data',
    body: 'They asked your shop, and your platform told us. Download the data that we have and give it to them.',
    customer: 'Customer',
    asked: 'Asked',
    downloaded: 'Downloaded',
    notYet: 'Not yet',
    download: 'Download',
    more: 'Show older requests',
    downloadOf: (customer: string) => `Download the data of ${customer}`,
  },
  upload: {
    title: 'Upload a file',
    body: 'Orders or customers from an export: those of the past, or of a shop that we cannot connect.',
    uploaded: ({ last, on, count }: { readonly last: string; readonly on: string; readonly count: number }) =>
      count === 1 ? `Uploaded: ${last}, on ${on}.` : `${NUMBER.format(count)} files are uploaded, the last one on ${on}: ${last}.`,
    open: 'Upload orders',
  },
  other: {
    title: 'Or send orders yourself',
    body: 'From any shop system, with your API key.',
    api: 'API',
    apiBody: 'Your server posts each order as JSON. We have clients for Node.js and Python.',
    custom: 'Signed webhook',
    customBody: 'The same, but signed with your webhook secret: a stolen API key alone is then not enough to send events here.',
    url: (name: string) => `Address: ${name}`,
    docs: 'Read how to call it',
  },
} as const;
