import { plainName } from '../csv/columns.js';
import { type DecimalSign, parseAmount } from '../csv/parse-amount.js';
import { itemText, type SoldItem } from '../sold-items.js';
import { LINE_WORDS } from '../statuses/mark-names.js';
import { plainStatus } from '../statuses/order-status.js';
import type { FileColumns } from './file-columns.js';

/** The cells of a row that say which item was bought. */
export interface ItemTexts {
  readonly product: string;
  readonly category: string;
  readonly quantity: string;
  readonly price: string;
}

/** Names of columns that say what kind of line a row of an order is. Exports of Matrixify have rows of shipping, payments and refunds too. */
const LINE_TYPES: ReadonlySet<string> = new Set(['linetype', 'lineitemtype', 'rowtype']);

/** Reads the item of a row; null where the file names no items, or the row is something else. */
export function itemTextsIn(columns: FileColumns, fields: readonly string[]): ItemTexts | null {
  if (!columns.has('product_id') && !columns.has('category')) return null;
  const type = columns.header.findIndex((name) => LINE_TYPES.has(plainName(name)));
  const said = type < 0 ? '' : (fields[type] ?? '').trim();
  if (said !== '' && LINE_WORDS.get(plainStatus(said)) !== 'item') return null;
  const [product, category] = [columns.text(fields, 'product_id'), columns.text(fields, 'category')];
  if (product === '' && category === '') return null;
  return { product, category, quantity: columns.text(fields, 'quantity'), price: columns.text(fields, 'price') };
}

/** @returns null for a row that takes pieces back */
export function itemOf({ product, category, quantity, price }: ItemTexts, decimals: DecimalSign | null): SoldItem | null {
  const [pieces, each] = [amountOf(quantity, decimals), amountOf(price, decimals)];
  if (pieces !== undefined && pieces <= 0) return null;
  const [productId, name] = [itemText(product), itemText(category)];
  return {
    ...(productId !== undefined && { product_id: productId }),
    ...(name !== undefined && { category: name }),
    ...(pieces !== undefined && { quantity: pieces }),
    ...(each !== undefined && each >= 0 && { price: each }),
  };
}

function amountOf(text: string, decimals: DecimalSign | null): number | undefined {
  const read = parseAmount(text, decimals);
  return read.kind === 'wrong' || read.value === null ? undefined : read.value;
}

/** Collects the items of the orders that have several rows. Equal rows share one object, so that a large file fits into memory. */
export class ItemCounter {
  private readonly orders = new Map<string, ItemTexts[]>();
  private readonly known = new Map<string, ItemTexts>();

  constructor(private readonly columns: FileColumns) {}

  add(order: string, fields: readonly string[]): void {
    const texts = itemTextsIn(this.columns, fields);
    if (texts === null) return;
    const key = JSON.stringify(texts);
    const shared = this.known.get(key) ?? texts;
    this.known.set(key, shared);
    const items = this.orders.get(order);
    if (items === undefined) this.orders.set(order, [shared]);
    else items.push(shared);
  }

  /** @param rows the numbers of rows of orders with several */
  of(rows: ReadonlyMap<string, number>): ReadonlyMap<string, readonly ItemTexts[]> {
    return new Map([...this.orders].filter(([order]) => rows.has(order)));
  }
}
