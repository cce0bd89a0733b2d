import { eventWords } from '../../text/event-words';
import { grouped, plural } from '../../text/plural';

const EVENTS = new Map([
  ['order_completed', 'Order'],
  ['order_cancelled', 'Cancelled'],
  ['order_refunded', 'Refund'],
  ['customer_history', 'Earlier orders'],
]);
const ENTRIES = new Map([
  ['order_completed', { one: '# order', other: '# orders' }],
  ['order_refunded_whole', { one: '# order refunded as a whole', other: '# orders refunded as a whole' }],
  ['order_cancelled', { one: '# cancelled order', other: '# cancelled orders' }],
  ['order_refunded', { one: '# refund', other: '# refunds' }],
  ['customer_history', { one: '# customer with a summary', other: '# customers with a summary' }],
  ['customer_updated', { one: 'the marketing consent of # customer', other: 'the marketing consent of # customers' }],
]);

const STATUS_WORDS = { bought: 'A purchase', not_bought: 'Not bought', cancelled: 'Cancelled', refunded: 'Refunded' } as const;

/** The words of the pages for uploading orders. */
export const text = {
  title: 'Upload your orders',
  description: 'A file from your shop is enough to see who is slipping away. You need no server.',
  back: 'Integrations',
  adminsOnly: 'Only owners and admins can upload orders. Ask one of them, or have your role changed under Team.',
  file: {
    title: 'Choose the file',
    body: 'An order export of your shop system or marketplace, or any table with a row for each order or item. CSV, also packed as .gz, up to 200 MB.',
    choose: 'Choose a file',
    drop: 'or drop it here',
    other: 'Choose another file',
    tooLarge: (name: string) => `${name} is larger than 200 MB. Export fewer years, or pack it as .gz.`,
    howTo: 'Where do I find my export?',
    steps: [
      ['Shopify', 'Orders → Export → All orders → Plain CSV file. Shopify mails it to you.'],
      ['WooCommerce', 'Analytics → Orders → Download, or any order export plugin.'],
      ['Customers only', 'The customer export of Shopify or WooCommerce, or an RFM table, sums up the orders of each customer.'],
      ['Anything else', 'A table with the customer, the date and the amount of each order.'],
    ],
    private:
      'E-mail addresses, phone numbers and names are replaced in your browser and never sent to us. We send only the name of the file; of each order the date, amount, number, currency, status, customer number and whether the customer accepts marketing; of a list of customers their numbers, the count, sum and days of their orders, and whether they accept marketing. Keep the file: with it your browser adds the addresses to a list of customers.',
  },
  plan: {
    title: 'Check how we read it',
    recognised: (layout: string) => `Recognised: ${layout}`,
    unknown: 'We do not know these columns. Choose which is which.',
    byHand: 'Choose the columns yourself',
    columns: {
      customer: 'Customer (id or e-mail)',
      date: 'Date of the order',
      amount: 'Amount',
      order: 'Order number',
      email: 'E-mail address',
      phone: 'Phone number',
      price: 'Price of one piece',
      quantity: 'Number of pieces',
      refunded: 'Refunded amount',
      currency: 'Currency',
      status: 'Status (paid, cancelled …)',
      consent: 'Accepts marketing (yes, no)',
      product: 'Product (name)',
      product_id: 'Product number (SKU)',
      category: 'Product category',
    },
    reading: 'Reading the file',
    readingPart: (percent: string) => `Reading the file … ${percent}`,
    summary: {
      title: 'What the file will bring',
      orders: 'Orders',
      customers: 'Customers',
      period: 'Period',
      sum: 'Sum',
      rows: (rows: number) =>
        `From ${plural(rows, { one: '# row', other: '# rows' })}. Orders and sum are those that count: bought, and not cancelled or refunded since.`,
      consents: (yes: number, no: number) =>
        `The marketing consent of ${plural(yes + no, { one: '# customer', other: '# customers' })}: ${plural(yes, { one: '# yes', other: '# yes' })}, ${plural(no, { one: '# no', other: '# no' })}. No orders.`,
      consentsOnly: (rows: number) =>
        `From ${plural(rows, { one: '# row', other: '# rows' })}. Customers whom your shop does not know are left out. A yes without a time counts less than any no of these customers; a no without a time counts from now on.`,
      histories: (customers: number, orders: number, until: string, without: number) =>
        `${plural(customers, { one: '# customer', other: '# customers' })} with summaries of ${plural(orders, { one: '# order', other: '# orders' })} until ${until}${without === 0 ? '' : `; ${grouped(without)} without orders left out`}.`,
      historiesOnly: (sums: string) =>
        `Amounts: ${sums}. Orders that arrive one by one take their place in these summaries, so nothing counts twice.`,
      withoutLastDay: (without: number, customers: number) =>
        `${without === customers ? 'The file has no day of the last order' : `${plural(without, { one: '# customer has', other: '# customers have' })} no day of the last order`}. Such customers get nearly the same risk, so their list says little more than who spends most. An order export shows who is slipping away.`,
      means:
        'The amounts are means of the orders after the first. They stand for the first one too; of customers with one order the amount is not known.',
      withoutAmount: (customers: number) => `${plural(customers, { one: '# customer has', other: '# customers have' })} no amount.`,
      status: (status: string, rows: number, kind: string) =>
        `“${status}”: ${plural(rows, { one: '# row', other: '# rows' })}, ${kind.toLowerCase()}`,
      wrong: (count: number, isAll: boolean) =>
        `${plural(count, { one: '# row cannot be read', other: '# rows cannot be read' })}. ${isAll ? 'Look at the first rows for the reason.' : 'The others are stored.'}`,
    },
    statuses: 'Statuses of the orders',
    statusKinds: STATUS_WORDS,
    unknownStatuses: 'We do not know all statuses of this file. This is how we take them: please check.',
    statusRows: (status: string, rows: number) => `“${status}”, ${plural(rows, { one: '# row', other: '# rows' })}`,
    numbers: 'Order numbers of returns',
    numbersSuchAs: (example: string, numbers: number) =>
      numbers === 1 ? `The number ${example} is` : `${plural(numbers, { one: '# number', other: '# numbers' })} such as ${example} are`,
    moreStatuses: (count: number) => `${plural(count, { one: '# more status is', other: '# more statuses are' })} not shown.`,
    unnamed: (number: number) => `Column ${number}`,
    numbered: (name: string, number: number) => `${name} – column ${number}`,
    repeated: (names: readonly string[]) =>
      `Several columns are named ${names.join(', ')}, and we read only the first. If another one is right, choose the columns yourself.`,
    takenBack: (cancelled: number, refunds: number) =>
      `${[...(cancelled > 0 ? [`${grouped(cancelled)} cancelled`] : []), ...(refunds > 0 ? [`${grouped(refunds)} refunded, in part or as a whole`] : [])].join(', ')}.`,
    itemRows: 'Each row is an item; the items of an order add up.',
    items: (names: readonly string[]) =>
      `What was bought is read from ${names.map((name) => `“${name}”`).join(' and ')}. Names of products are not stored.`,
    vendorAsCategory: (name: string) =>
      `The file names no category, so “${name}” stands for it. If that is not useful, choose another column or none.`,
    countsBy: (names: readonly string[]) => `Whether an order counts is also said by ${names.map((name) => `“${name}”`).join(', ')}.`,
    withoutAmount: (orders: number) => `${plural(orders, { one: '# order has', other: '# orders have' })} no amount.`,
    accepting: (yes: number, no: number) =>
      `${plural(yes, { one: '# customer accepts', other: '# customers accept' })} marketing, ${grouped(no)} ${no === 1 ? 'does' : 'do'} not. Campaigns leave the latter out.`,
    namedOnly: (customers: number) =>
      `${plural(customers, { one: '# customer is', other: '# customers are' })} known by name only: two people with one name count as one.`,
    returnsOnly: (customers: number) =>
      `${plural(customers, { one: '# customer has', other: '# customers have' })} returns and no order in this file. If the orders are missing in your shop here too, upload them as well: until then such a customer has spent less than nothing.`,
    leftOutColumns: (names: readonly string[]) => `The amounts leave out ${names.map((name) => `“${name}”`).join(', ')}.`,
    unread: (names: readonly string[], more: number) =>
      `We do not read ${names.join(', ')}${more === 0 ? '' : ` and ${plural(more, { one: '# more column', other: '# more columns' })}`}. If ${names.length + more === 1 ? 'it' : 'one of them'} says more about the orders, choose the columns yourself.`,
    noColumn: 'None',
    needed: 'Choose the columns of the customer and of the date.',
    role: 'The file lists',
    roleHint: 'Rows with a negative amount are refunds',
    roles: { orders: 'Orders', refunds: 'Refunds only' },
    currency: 'Currency',
    currencyHint: 'For orders without a currency in the file',
    timeZone: 'Time zone',
    timeZoneHint: 'Of the times in the file',
    encoding: {
      label: 'Characters',
      hint: (words: readonly string[]) => `The file is not Unicode. It is read like this: ${words.join(', ')}`,
      damaged: 'UTF-8 with other bytes in between',
    },
    until: 'Last day in the file',
    untilHint: 'The day of the export, or the last day that the file adds up',
    slashes: 'Dates such as 03/04/2026',
    slashesHints: {
      unknown: 'They can be read in two ways: please choose',
      day_first: 'The file has days such as 25/04/2026',
      month_first: 'The file has days such as 04/25/2026',
    },
    slashOrders: { auto: 'As the file says', day_first: '3 April', month_first: 'March 4' },
    slashesAsked: 'The dates of this file can be read in two ways. Choose above whether 03/04/2026 is 3 April or March 4.',
    decimals: 'Amounts such as 1.234',
    decimalsHint: 'They can be read in two ways: please choose',
    decimalSigns: { unknown: 'Please choose', point: 'Point before the cents', comma: 'Comma before the cents' },
    decimalsAsked:
      'The amounts of this file, such as 1.234 or 1,234, can be read in two ways. Choose above which sign stands before the cents.',
    otherCurrency: (file: string, shop: string) =>
      `These orders are in ${file}, but your shop counts in ${shop}. They would count for the scores, but you would see no amounts.`,
    someInOther: (file: string, shop: string) =>
      `Some of these orders are in ${file}. They count for the scores, but not in the amounts, as your shop counts in ${shop}.`,
    countIn: (file: string) => `Count in ${file}`,
    begin: (rows: string) => `Upload ${rows}`,
    beginFile: 'Upload this file',
    resume: (line: string) => `We have this file up to line ${line}. The upload goes on from there.`,
    again: 'Begin again instead',
  },
  questions: {
    noAmounts: 'This file has no amounts',
    items: 'Items: add them up',
    orders: 'Each row repeats the total',
    noNumbers: 'This file has no order numbers',
    leaveOut: 'Leave these orders out',
    numbers: { orders: 'Orders', returns: 'Returns or credit notes' },
    discounts: {
      money: 'Money off each row',
      order: 'Money off the order, once',
      percent: 'Percent',
      included: 'Already taken off',
    },
    keep: 'It is one person',
    units: { days: 'Days', weeks: 'Weeks', months: 'Months' },
  },
  mapping: {
    about: 'The next file with the same columns is read with the same choices, in this browser. Save them for the command or for others.',
    kept: 'Your choices for files with these columns were remembered in this browser.',
    save: 'Save these choices',
    load: 'Load choices',
    forget: 'Forget these choices',
    wrong: (name: string, reason: string) => `${name} cannot be used: ${reason}.`,
  },
  preview: {
    title: 'The first rows',
    show: 'Look at the first rows',
    line: 'Line',
    becomes: 'What it becomes',
    taken: 'Ready',
    known: 'Already stored',
    changed: 'Changes what is stored',
    left: (why: string) => `Left out: ${why}`,
    checking: 'Checking with the service…',
    eventOf: (type: string) => EVENTS.get(type) ?? eventWords(type),
    refunded: 'Refunded',
    future: 'the date is in the future',
    tooOld: 'the date is before the year 2000',
    of: 'of',
    noneReady: 'None of these rows can be stored. Change the choices above, or choose another file.',
  },
  sending: {
    titles: { running: 'Uploading', stopped: 'The upload is stopped', failed: 'The upload was interrupted' },
    matching: 'Looking for customers whom we already know…',
    keepOpen: 'Keep this page open. If it closes, choose the same file again and the upload goes on.',
    stop: 'Stop',
    stopping: 'Stopping: what is under way still arrives…',
    stopped: 'Stopped. What was sent is stored. Continue whenever you like.',
    resume: 'Continue',
  },
  done: {
    title: 'Your orders are here',
    accepted: (count: number) => plural(count, { one: '# new entry stored', other: '# new entries stored' }),
    ofType: (type: string, count: number) => {
      const words = ENTRIES.get(type);
      return words === undefined ? `${eventWords(type)}: ${grouped(count)}` : plural(count, words);
    },
    duplicates: (count: number) => plural(count, { one: '# was already stored', other: '# were already stored' }),
    changed: (count: number) =>
      plural(count, { one: '# order changed since an earlier import', other: '# orders changed since an earlier import' }),
    changedCustomers: (count: number) =>
      plural(count, { one: '# customer changed since an earlier import', other: '# customers changed since an earlier import' }),
    statusTaken: (status: string, rows: number, kind: keyof typeof STATUS_WORDS) =>
      `Unknown status “${status}” (${plural(rows, { one: '# row', other: '# rows' })}), taken as: ${STATUS_WORDS[kind].toLowerCase()}`,
    left: (count: number, why: string) => `${plural(count, { one: '# row left out', other: '# rows left out' })}: ${why}`,
    wrong: (count: number) => plural(count, { one: '# row could not be stored', other: '# rows could not be stored' }),
    lines: (lines: readonly string[], more: number) =>
      `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more === 0 ? '' : ` and ${plural(more, { one: '# more', other: '# more' })}`}`,
    moreReasons: (count: number) => plural(count, { one: '# more reason is in the list', other: '# more reasons are in the list' }),
    download: 'Download the list',
    cut: (listed: string, missing: number) =>
      `The list has the first ${listed}. ${plural(missing, { one: '# more did not fit.', other: '# more did not fit.' })}`,
    mend: 'You can leave them out. Or mend these rows in your file and upload it again: what is stored already does not count twice.',
    scoring: 'We are calculating the scores and learning the habits of your customers. This takes a minute or two.',
    ready: 'The scores are ready.',
    overview: 'See who is slipping away',
    another: 'Upload another file',
  },
  uploads: {
    title: 'What was uploaded',
    body: 'Remove an upload to take back all that it brought: wrong file, wrong columns, a test.',
    none: 'Nothing was uploaded yet.',
    by: (who: string) => `by ${who}`,
    byKey: (prefix: string) => `with the API key ${prefix}…`,
    gone: 'by a person who has left',
    orders: (count: number) => plural(count, { one: '# order', other: '# orders' }),
    customers: (count: number) => plural(count, { one: '# customer', other: '# customers' }),
    statuses: (count: number) => plural(count, { one: '# status', other: '# statuses' }),
    states: {
      under_way: 'Not finished. Choose the same file again to go on.',
      complete: '',
      removing: 'Being removed',
      removed: 'Removed',
    },
    removing: (done: number) => `Being removed: ${plural(done, { one: '# entry so far', other: '# entries so far' })}`,
    removedOn: (day: string) => `Removed on ${day}`,
    failed: 'The removal stopped. Remove it again to go on.',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove what ${name} brought`,
    confirmTitle: 'Remove what this upload brought?',
    confirmBody: (name: string) =>
      `This removes all that only ${name} brought: orders, and customers with nothing else, with their scores. Orders that it corrected get their earlier values back. All that other uploads, your shop or your server also sent stays. This cannot be undone, but you can upload the file again.`,
    confirm: 'Remove it',
    asked: 'The upload is being removed.',
  },
} as const;
