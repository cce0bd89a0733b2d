import { plural } from '../../text/plural';

export const text = {
  title: 'Destinations',
  description: 'Places outside that get your scores.',
  empty: 'No destinations yet',
  emptyBody:
    'Add a place that should get your scores. Klaviyo and Shopify get the values of all customers at once. A webhook starts with the next change, Slack with the next morning.',
  add: 'Add a destination',
  kinds: {
    webhook: { name: 'Webhook', sends: 'We send a signed message to your server when the risk of a customer changes.' },
    slack: {
      name: 'Slack',
      sends: 'Each morning how many customers entered high risk, when there are some, and a summary each Monday.',
    },
    klaviyo: {
      name: 'Klaviyo',
      sends:
        'We keep churn_score, churn_label, lifecycle, revenue_at_risk and next_order_p50 of each profile up to date. Klaviyo does not know your control group: exclude its list, which the page Campaigns has, from flows that use them.',
    },
    shopify: {
      name: 'Shopify',
      sends:
        'We keep metafields with the score, risk, lifecycle, revenue to win and next order of each customer up to date, and one tag such as churn:high.',
    },
  },
  klaviyo: {
    counting: 'Counting the customers that Klaviyo can find …',
    matches: (count: number) =>
      plural(count, {
        one: '# customer has an ID of your shop. Klaviyo finds the profile whose External ID is this ID. If there is none, Klaviyo makes a new profile without an e-mail address. Only Klaviyo knows whether it finds one.',
        other:
          '# customers have an ID of your shop. Klaviyo finds the profile whose External ID is this ID. Where there is none, Klaviyo makes a new profile without an e-mail address. Only Klaviyo knows how many it finds: compare a few IDs with the External IDs there first.',
      }),
    askAgain: 'Add it all the same? It sends nothing until a customer has an ID of your shop.',
    addAnyway: 'Add it all the same',
    noMatch: 'Klaviyo would get no customer: none has an ID of your shop.',
    byFile: 'Import them as a list instead: “Download with addresses” makes a file with the columns that Klaviyo expects.',
    openList: 'Open the customers to contact',
    leftOut: (count: number) =>
      plural(count, {
        one: '# customer is left out: we know this one only by the code of an e-mail address, a phone number or a name, which Klaviyo does not know.',
        other:
          '# customers are left out: we know them only by codes of e-mail addresses, phone numbers or names, which Klaviyo does not know.',
      }),
  },
  shopify: {
    missing: 'Your shop has not allowed this yet. We ask it for permission to change customers.',
    ended: 'Access has ended. Allow it again, and we send all values.',
    allow: 'Allow in Shopify',
    ownersOnly: 'An owner of the account has to allow it on this page.',
    note: 'You are taken to Shopify when you allow it. Connect your shop on the page Integrations first.',
  },
  keys: {
    slack: {
      label: 'URL of the incoming webhook',
      hint: 'From the page “Incoming Webhooks” of your Slack app. We show only its end later.',
    },
    klaviyo: { label: 'Private API key', hint: 'It begins with pk_. Allow it to write profiles and lists. We show only its end later.' },
  },
  keyKept: (hint: string) => `Leave it empty to keep the key that ends with ${hint}.`,
  fields: {
    kind: 'Kind',
    name: 'Name',
    nameHint: 'For you and your colleagues, such as “Warehouse”.',
    url: 'URL of your server',
    events: 'Send a message when',
  },
  events: {
    'customer.churn_score.changed': 'The risk label of a customer changes',
    'customer.high_risk.detected': 'A customer enters high or critical risk',
    'customer.order_overdue': 'The next order of a customer is overdue',
    'customer.second_order_due': 'The second order of a customer is due',
  },
  noEvents: 'Choose at least one.',
  added: 'The destination has been added.',
  saved: 'The destination has been saved.',
  states: {
    off: 'Switched off',
    access_missing: 'Off until your shop allows it',
    access_ended: 'Access has ended',
    key_refused: 'Switched off: the key is not accepted any more. Enter a new one.',
    gone: 'Switched off: the server answered 410 Gone',
    no_success_for_5_days: 'Switched off: it accepted nothing for 5 days',
    operator: 'Switched off by the people who run this service',
    failing: (count: number) => plural(count, { one: 'The last attempt failed', other: 'The last # attempts failed' }),
    working: 'Working',
    waiting: 'Ready: nothing has been sent yet',
  },
  lastSuccess: 'Last arrived',
  lastFailure: 'Last failed',
  pending: 'On their way',
  deadLetters: 'Given up',
  never: 'Never',
  deliveries: 'Show deliveries',
  key: (hint: string) => `Key that ends with ${hint}`,
  resync: 'Send all values again',
  resyncStarted: 'We are sending all values again.',
  resyncing: (done: string, all: string) => `Sending all values: ${done} of ${all} ${all === '1' ? 'customer' : 'customers'}`,
  resyncProgress: 'Progress of sending all values',
  edit: 'Edit',
  editTitle: 'Edit the destination',
  test: 'Send a test',
  arrived: (code: number) => `The test arrived: status ${code}.`,
  keyRefused: 'Its key was not accepted.',
  notArrived: (why: string) => `The test did not arrive. ${why}`,
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  switchedOn: 'The destination is on.',
  switchedOff: 'The destination is off. We keep what it misses, and you can send it again later.',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeBody: 'We send nothing more to it, and give up what waits. This cannot be undone.',
  removed: 'The destination has been deleted.',
} as const;
