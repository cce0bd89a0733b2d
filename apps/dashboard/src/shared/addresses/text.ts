import { plural } from '../../text/plural';

const customers = (count: number): string => plural(count, { one: '# customer', other: '# customers' });

/** The words about addresses that this browser keeps. */
export const text = {
  button: 'Download with addresses',
  title: 'Add addresses to the list',
  body: 'We do not store e-mail addresses and names. Choose a file that has them: the export that you uploaded, or a list of your customers. Your browser reads it, keeps the addresses on this device, encrypted for your sign-in, and adds them to the list. Nothing of it is sent to us.',
  ads: 'Audience for ads',
  adsTitle: 'Make an audience for ads',
  adsBody:
    'Ad platforms find people like your best customers from e-mail addresses and what each customer is worth. We do not store addresses. Choose a file that has them: your browser reads it, keeps the addresses on this device, encrypted for your sign-in, and saves a file with their SHA-256 and the revenue we expect from each. Nothing of it is sent to us.',
  choose: 'Choose a file',
  other: 'Choose another file',
  reading: 'Looking up the addresses…',
  done: (found: string, count: number) =>
    `The list is in your downloads. ${found} of ${plural(count, { one: '# customer has', other: '# customers have' })} an address in it.`,
  empty: 'No customer is left for this list.',
  none: 'This file has none of these customers. Choose the export that you uploaded, or a list of your customers with e-mail addresses.',
  noAddresses: 'This file has no addresses and no names. Choose the export that you uploaded, or a list of your customers.',
  notKept: 'Your browser keeps nothing on this page, as in a private window or without HTTPS. Open the dashboard in another window.',
  book: {
    title: 'Who is who?',
    offer: 'Customers have codes here, because we store no e-mail addresses and names. Choose the file that you uploaded.',
    offerHow:
      'A list of your customers also works. Every page then shows whom it is about. The addresses stay in this browser, encrypted for your sign-in, and are never sent to us.',
    kept: (count: number) => `This browser knows the addresses of ${customers(count)}.`,
    keptHow: 'They are encrypted for your sign-in, and we never receive them. Other browsers and colleagues do not see them.',
    more: 'Add another file',
    learned: (count: number) => `This browser now knows ${customers(count)} of the file.`,
    remove: 'Remove from this browser',
    removed: 'The addresses are removed from this browser.',
  },
  found: 'Customers with this address, name or order',
  order: (number: string) => `order ${number}`,
} as const;
