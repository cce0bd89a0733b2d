import { readCsv } from '../../../test/support/shop/read-csv.js';
import { itemText, soldItems } from './sold-items.js';

describe('The items of an order', () => {
  it('add up by product, and the first hundred products are kept', () => {
    const lines = Array.from({ length: 300 }, (_, i) => ({ product_id: `p-${i % 150}`, category: 'Coffee', quantity: 1, price: 5 }));
    const items = soldItems(lines);
    expect(items).toHaveLength(100);
    expect(items[0]).toEqual({ product_id: 'p-0', category: 'Coffee', quantity: 2, price: 5 });
  });

  it('have no price where two lines of a product differ, and no line without a product and a category', () => {
    expect(soldItems([{ product_id: '7', quantity: 1, price: 5 }, { quantity: 3 }, { product_id: '7', quantity: 2, price: 4 }])).toEqual([
      { product_id: '7', quantity: 3 },
    ]);
  });

  it('stay within the bytes of an event, however long their names are', () => {
    const items = soldItems(Array.from({ length: 100 }, (_, i) => ({ product_id: '商'.repeat(95) + i, category: '類'.repeat(100) })));
    expect(items.length).toBeGreaterThan(20);
    expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(16_000);
  });

  it.each([
    [' Coffee | Gifts', 'Coffee'],
    ['Home > Kitchen;Sale', 'Home > Kitchen'],
    ['Books, Music', 'Books, Music'],
    ['x'.repeat(101), undefined],
    [' ', undefined],
  ])('have the first of several categories: %s', (text, category) => {
    expect(itemText(text)).toBe(category);
  });
});

const SHOPIFY =
  'Name,Email,Financial Status,Paid at,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Vendor,Id';
const itemsOf = async (text: string, mapping = {}): Promise<unknown[]> => {
  const { events, wrong, found } = await readCsv(text, { mapping });
  expect([wrong, found.questions]).toEqual([[], []]);
  return events.map(({ data }) => data?.items ?? null);
};

describe('Files with items', () => {
  const at = '2026-03-10 10:00:00 +0000';
  const shopify = [
    SHOPIFY,
    `#1,ann@shop.example,paid,${at},EUR,30.00,${at},2,Beans for Anna Smith,10.00,B-1,Roaster,501`,
    '#1,ann@shop.example,,,,,,1,Cup,10.00,C-1,Potter,',
    `#2,bob@shop.example,paid,${at},EUR,10.00,${at},1,Cup,10.00,C-1,Potter,502`,
    `#3,eve@shop.example,paid,${at},EUR,10.00,${at},1,A gift,10.00,,,503`,
    `#4,eve@shop.example,voided,${at},EUR,10.00,${at},1,Cup,10.00,C-1,Potter,504`,
  ].join('\n');
  const beans = { product_id: 'B-1', category: 'Roaster', quantity: 2, price: 10 };
  const cup = { product_id: 'C-1', category: 'Potter', quantity: 1, price: 10 };

  it('of Shopify give the SKU, and the vendor as the category, of each line of an order; never the name of a product', async () => {
    expect(await itemsOf(shopify)).toEqual([[beans, cup], [cup], null, null]);
    const { events, found } = await readCsv(shopify);
    expect(events.map(({ value }) => value)).toEqual([30, 10, 10, 10]);
    expect(JSON.stringify(events)).not.toMatch(/Anna|gift/);
    expect(Object.fromEntries(found.columns.map(({ field, column }) => [field, column]))).toMatchObject({
      product_id: 'Lineitem sku', category: 'Vendor', quantity: 'Lineitem quantity',
    }); // prettier-ignore
  });

  it('have other columns, or none, where their owner says so', async () => {
    expect(await itemsOf(shopify, { columns: { category: null } })).toEqual([
      [{ product_id: 'B-1', quantity: 2, price: 10 }, { product_id: 'C-1', quantity: 1, price: 10 }],
      [{ product_id: 'C-1', quantity: 1, price: 10 }], null, null,
    ]); // prettier-ignore
    expect(await itemsOf(shopify, { columns: { product_id: null, category: null } })).toEqual([null, null, null, null]);
    expect((await itemsOf(shopify, { columns: { product_id: 'Vendor', category: 'Lineitem sku' } }))[1]).toEqual([
      { product_id: 'Potter', category: 'C-1', quantity: 1, price: 10 },
    ]);
  });

  it('prefer the type of a product to its vendor', async () => {
    const typed = 'Name,Email,Financial Status,Total,Created at,Line: Type,Line: SKU,Line: Product Type,Line: Vendor,Line: Quantity,ID';
    const rows = [
      `#1,ann@shop.example,paid,30.00,${at},Line Item,B-1,Coffee,Roaster,2,501`,
      `#1,,,,,Shipping Line,,,,1,`,
      `#1,,,,,Fulfillment Line,B-1,Coffee,Roaster,2,`,
    ];
    expect(await itemsOf([typed, ...rows].join('\n'))).toEqual([[{ product_id: 'B-1', category: 'Coffee', quantity: 2 }]]);
  });

  it('of WooCommerce repeat the order with each item', async () => {
    const header = 'Order ID,Order Status,Order Date,Order Total,Billing Email,Product ID,Product Categories,Quantity,Item Name';
    const rows = [
      '7,completed,2026-03-10,30.00,a@shop.example,93,Tea|Sale,2,Green for Bob',
      '7,completed,2026-03-10,30.00,a@shop.example,94,Cups,1,Cup',
    ];
    expect(await itemsOf([header, ...rows].join('\n'))).toEqual([
      [{ product_id: '93', category: 'Tea', quantity: 2 }, { product_id: '94', category: 'Cups', quantity: 1 }],
    ]); // prettier-ignore
  });

  it('that add up have the items that were bought: none that was cancelled, returned, or takes something off', async () => {
    const header = 'order_id,customer_id,date,sku,Warengruppe,quantity,price,status,product';
    const rows = [
      '1,c1,2026-03-10,A,Kaffee,2,"5",shipped,A',
      '1,c1,2026-03-10,A,Kaffee,1,"5",shipped,A',
      '1,c1,2026-03-10,B,Tee,1,"3",cancelled,B',
      '1,c1,2026-03-10,,,1,-2,shipped,Discount',
      '1,c1,2026-03-20,A,Kaffee,-1,"5",shipped,A',
      '2,c2,2026-03-10,B,Tee,4,"3",shipped,B',
    ];
    const { events } = await readCsv([header, ...rows].join('\n').replaceAll('"', ''));
    expect(events.map(({ event_type: type, value, data }) => [type, value, data?.items ?? null])).toEqual([
      ['order_completed', 13, [{ product_id: 'A', category: 'Kaffee', quantity: 3, price: 5 }]],
      ['order_refunded', 5, null],
      ['order_completed', 12, [{ product_id: 'B', category: 'Tee', quantity: 4, price: 3 }]],
    ]);
  });

  it('without order numbers give each basket its items', async () => {
    const { events } = await readCsv(
      'customer_id,date,sku,category,amount,product\nc1,2026-03-10 10:00,A,Coffee,5,A\nc1,2026-03-10 10:00,B,Tea,3,B\nc2,2026-03-11 10:00,A,Coffee,5,A',
    );
    expect(events.map(({ value, data }) => [value, data?.items?.map(({ category }) => category)])).toEqual([
      [8, ['Coffee', 'Tea']],
      [5, ['Coffee']],
    ]);
  });

  it.each([
    ['Typ produktu', 'kategoria'],
    ['ürün', 'Kategori'],
    ['商品コード', 'カテゴリー'],
    ['Référence article', 'Famille'],
    ['Código do produto', 'Categoria'],
    ['Артикул', 'Категория'],
  ])('name their columns in many languages: %s, %s', async (product, category) => {
    const items = await itemsOf(`order_id,customer_id,date,amount,${product},${category}\n1,c1,2026-03-10,7,A,Tea`);
    expect(items).toEqual([[expect.objectContaining({ category: 'Tea' })]]);
  });

  it('that name no products bring none: nothing is stored of items', async () => {
    expect(await itemsOf('order_id,customer_id,date,amount,quantity\n1,c1,2026-03-10,7,2')).toEqual([null]);
  });
});
