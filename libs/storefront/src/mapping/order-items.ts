import { itemText, type SoldItem, soldItems } from '#libs/order-import';
import { type Fields, idIn, keptIn, listIn, moneyIn } from './fields.js';

/** The categories of products by their ids, as the shop names them; absent: they are not known. */
export type Categories = ReadonlyMap<string, string>;

/**
 * Reads what was bought: ids and categories. The names of products are free text and are left out. A piece that was taken off the order again
 * has the current quantity 0.
 */
export const orderItems = (fields: Fields, categories?: Categories): readonly SoldItem[] =>
  soldItems((listIn(fields['line_items']) ?? []).flatMap((line) => itemOf(line, categories) ?? []));

function itemOf(line: Fields, categories: Categories | undefined): SoldItem | null {
  const quantity = line['current_quantity'] ?? line['quantity'];
  if (typeof quantity === 'number' && quantity <= 0) return null;
  const product = idIn(line, 'product_id');
  const number = itemText(product ?? String(keptIn(line, 'sku') ?? ''));
  const named = keptIn(line, 'product_type') ?? keptIn(line, 'category') ?? categories?.get(product ?? '');
  const category = typeof named === 'string' ? itemText(named) : undefined;
  const price = moneyIn(line, 'unit_price');
  return {
    ...(number !== undefined && { product_id: number }),
    ...(category !== undefined && { category }),
    ...(typeof quantity === 'number' && { quantity }),
    ...(price !== null && price >= 0 && { price }),
  };
}

/** Returns the ids of the products in orders as a platform lists them. */
export const productsIn = (orders: readonly Fields[]): string[] => [
  ...new Set(orders.flatMap((order) => (listIn(order['line_items']) ?? []).flatMap((line) => idIn(line, 'product_id') ?? []))),
];
