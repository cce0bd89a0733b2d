import { wholeOrders, withLines } from './shopify-items.js';

const order = (id: number): Record<string, unknown> => ({ id });
const line = (of: number, sku: string): Record<string, unknown> => ({ sku, __parentId: of });

describe('The lines of orders in a file of Shopify', () => {
  it('go into the order above them; those before the first order have come with an earlier part', () => {
    const found = withLines([line(0, 'x'), order(1), line(1, 'a'), line(1, 'b'), order(2)]);
    expect(found).toEqual([
      { id: 1, lineItems: { nodes: [line(1, 'a'), line(1, 'b')] } },
      { id: 2, lineItems: { nodes: [] } },
    ]);
  });

  it('leave the last order of a part to the next one, unless it is the only one', () => {
    expect(wholeOrders([order(1), line(1, 'a'), order(2), line(2, 'b')])).toBe(2);
    expect(wholeOrders([order(1), line(1, 'a')])).toBe(2);
    expect(wholeOrders([line(0, 'x'), order(1), line(1, 'a')])).toBe(1);
    expect(wholeOrders([line(0, 'x')])).toBe(1);
  });
});
