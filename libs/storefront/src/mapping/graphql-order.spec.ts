import { eventsOf, map } from './test-data/mapping.js';
import { shopifyOrder, shopifyRefund } from './test-data/platform-payloads.js';
import { orderOfNode } from './graphql-order.js';

const bag = (amount: string) => ({ shopMoney: { amount } });

const line = (sku: string | null, currentQuantity: number, product: object | null = null) => ({ sku, currentQuantity, product });

/** The order of `shopifyOrder` as the GraphQL API returns it. */
const node = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'gid://shopify/Order/5678901234567',
  name: '#1234',
  test: false,
  email: 'jon@example.com',
  currencyCode: 'EUR',
  sourceName: 'web',
  subtotalLineItemsQuantity: 3,
  customerAcceptsMarketing: true,
  createdAt: '2026-11-10T14:00:00Z',
  processedAt: '2026-11-10T14:00:00Z',
  updatedAt: '2026-11-10T14:00:01Z',
  cancelledAt: null,
  cancelReason: null,
  displayFinancialStatus: 'PAID',
  currentTotalPriceSet: bag('100.0'),
  currentTotalDiscountsSet: bag('5.0'),
  totalRefundedSet: bag('0.0'),
  customer: { id: 'gid://shopify/Customer/115310627314723', email: 'john@example.com' },
  lineItems: { nodes: [line('IPOD2008PINK', 2), line(null, 1)] },
  ...fields,
});

describe('an order of the Shopify GraphQL API', () => {
  const cases: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['paid', {}, {}],
    ['not paid yet', { displayFinancialStatus: 'PENDING' }, { financial_status: 'pending' }],
    [
      'partly refunded',
      { displayFinancialStatus: 'PARTIALLY_REFUNDED', totalRefundedSet: bag('40.5'), currentTotalPriceSet: bag('59.5') },
      { financial_status: 'partially_refunded', refunds: [shopifyRefund('40.50')], current_total_price: '59.50' },
    ],
    [
      'refunded',
      { displayFinancialStatus: 'REFUNDED', totalRefundedSet: bag('100.0'), currentTotalPriceSet: bag('0.0') },
      { financial_status: 'refunded', refunds: [shopifyRefund('60.00'), shopifyRefund('40.00')], current_total_price: '0.00' },
    ],
    [
      'cancelled',
      { cancelledAt: '2026-11-11T14:00:00Z', cancelReason: 'FRAUD', displayFinancialStatus: 'VOIDED', currentTotalPriceSet: bag('0.0') },
      { cancelled_at: '2026-11-11T09:00:00-05:00', cancel_reason: 'fraud', financial_status: 'voided', current_total_price: '0.00' },
    ],
    ['for trying out', { test: true }, { test: true }],
    ['of a guest', { customer: null }, { customer: null }],
    [
      'with an id that no number holds',
      { id: 'gid://shopify/Order/820982911946154508' },
      { id: '820982911946154508', admin_graphql_api_id: 'gid://shopify/Order/820982911946154508' },
    ],
  ];

  it.each(cases)('that is %s maps to the same events as its webhook', (_, inGraphql, inWebhook) => {
    expect(eventsOf('orders/updated', orderOfNode(node(inGraphql)))).toEqual(eventsOf('orders/updated', shopifyOrder(inWebhook)));
  });

  it('says by type or category what was bought, and leaves out what was taken off the order', () => {
    const product = (n: number, productType: string, category: object | null = null) => ({
      id: `gid://shopify/Product/${n}`,
      productType,
      category,
    });
    const nodes = [
      line('A', 2, product(7, 'Coffee', { name: 'Coffee beans' })),
      line('B', 1, product(7, 'Coffee')),
      line('C', 1, product(8, '', { name: 'Cups' })),
      line('D', 0, product(9, 'Tea')),
    ];
    const [placed, state] = eventsOf('orders/updated', orderOfNode(node({ lineItems: { nodes } })));
    const items = [
      { product_id: '7', category: 'Coffee', quantity: 3 },
      { product_id: '8', category: 'Cups', quantity: 1 },
    ];
    expect([placed?.data['items'], state?.data['items']]).toEqual([items, items]);
    expect(placed?.data['items_count']).toBe(3);
  });

  it('keeps the categories that were read before where it names none', () => {
    const [placed, state] = eventsOf('orders/updated', orderOfNode(node()));
    expect(placed?.data['items']).toEqual([{ product_id: 'IPOD2008PINK', quantity: 2 }]);
    expect(state?.data).not.toHaveProperty('items');
  });

  it('is rejected when the app may not see any of its fields', () => {
    const nothing = Object.fromEntries(Object.keys(node()).map((name) => [name, null]));
    expect(map('orders/updated', orderOfNode(nothing))).toMatchObject({ kind: 'rejected', code: 'no_id' });
  });
});
