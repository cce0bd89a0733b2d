import { grouped, plural } from '../../text/plural';

export const text = {
  title: 'Products',
  description: 'What customers buy, and which first purchases bring them back',
  none: 'Not known yet',
  noneHint:
    'This page shows which first purchases bring customers back. It needs to know what was bought: from an order export with a product type, a category or a vendor, from a connected shop, or from your server. It is counted every night.',
  howTo: 'How to send items',
  guide: '/docs/guides/send-events/#what-was-bought',
  all: (rate: string, days: number) => `${rate} of new customers order again within ${days} days`,
  allHint: (customers: string, days: number, low: string, high: string) =>
    `Counted on ${customers} customers who first ordered more than ${days} days ago. Chance alone allows ${low} to ${high}.`,
  tooFew: (days: number, count: number, needed: number) =>
    `${plural(count, { one: '# first order is', other: '# first orders are' })} older than ${days} days. With ${grouped(needed)} of them this page shows how many customers come back.`,
  table: 'First orders by category',
  tableHint: (day: string) => `Counted on ${day}. A first order may have several categories.`,
  category: 'Category',
  firstOrders: 'First orders',
  cameBack: 'Came back',
  compared: 'Compared with others',
  comparison: { more: 'More often', less: 'Less often', unclear: 'No clear difference' },
  fewOrders: 'Too few',
  between: (low: string, high: string) => `${low} to ${high}`,
  customers: (count: number) => plural(count, { one: '# customer', other: '# customers' }),
  caution:
    'Customers who choose a category may differ from others anyway. To find out whether a recommendation brings people back, send it in a campaign with a control group.',
} as const;
