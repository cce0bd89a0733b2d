import { plural } from '../../text/plural';

export const overviewText = {
  title: 'Overview',
  start: {
    title: 'Welcome! Send your first orders',
    body: 'As soon as the first order arrives, its customer gets a score. It takes seconds.',
    key: '1. Keep your API key',
    keyOnce: 'This is the only time it is shown. Keep it like a password: whoever has it can send orders and read your customers.',
    keyGone: 'Your API key was shown when your account was created. If you did not keep it, make a new one: the old one stops working.',
    newKey: 'Make a new API key',
    keyLabel: 'API key',
    send: '2. Send an order',
    sendHint: 'From a terminal, to try it. Your shop system sends the same.',
    curlLabel: 'Command that sends an order',
    wait: '3. See the first score',
    waiting: 'Waiting for your first order …',
    arrived: (count: number) => plural(count, { one: 'Your first customer has arrived.', other: '# customers have arrived.' }),
  },
} as const;
