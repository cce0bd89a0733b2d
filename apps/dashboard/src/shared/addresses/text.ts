import { plural } from '../../text/plural';

/** The words of the dialog that adds addresses to a list. */
export const text = {
  button: 'Download with addresses',
  title: 'Add addresses to the list',
  body: 'We do not store e-mail addresses and names. Choose a file that has them: the export that you uploaded, or a list of your customers. Your browser finds the customers in it and adds the addresses to the list. The file is not sent to us.',
  choose: 'Choose a file',
  other: 'Choose another file',
  reading: 'Looking up the addresses…',
  done: (found: string, customers: number) =>
    `The list is in your downloads. ${found} of ${plural(customers, { one: '# customer has', other: '# customers have' })} an address in it.`,
  none: 'This file has none of these customers. Choose the export that you uploaded, or a list of your customers with e-mail addresses.',
} as const;
