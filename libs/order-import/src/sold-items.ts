/** An item of an order, as `data.items` of an event has it. The name of a product is free text and never part of it. */
export interface SoldItem {
  readonly product_id?: string;
  readonly category?: string;
  readonly quantity?: number;
  /** The price of one piece. */
  readonly price?: number;
}

/** The service counts at most 100 items of an order and 100 characters of a category. */
const MOST = { items: 100, characters: 100, bytes: 16_000 };
/** Bytes of the names and the numbers of an item in JSON, and the most bytes of a character. */
const BYTES = { ofItem: 80, ofCharacter: 3 };

/** Returns the first of several categories (`Coffee | Gifts`), or a product number; undefined for one that the service does not count. */
export function itemText(text: string): string | undefined {
  const first = text.split(/[|;]/)[0]?.trim() ?? '';
  return first === '' || first.length > MOST.characters ? undefined : first;
}

/**
 * Adds up the items of one product, and keeps the first hundred products: an order with more lines is not refused. Items that name neither a
 * product nor a category are left out.
 */
export function soldItems(lines: Iterable<SoldItem>): readonly SoldItem[] {
  const items = new Map<string, SoldItem>();
  let bytes = 0;
  for (const line of lines) {
    const { product_id: product, category } = line;
    if (product === undefined && category === undefined) continue;
    const key = `${product ?? ''}\n${category ?? ''}`;
    const known = items.get(key);
    bytes += known === undefined ? BYTES.ofItem + key.length * BYTES.ofCharacter : 0;
    if (known !== undefined) items.set(key, together(known, line));
    else if (items.size < MOST.items && bytes <= MOST.bytes) items.set(key, line);
  }
  return [...items.values()];
}

/** Two prices of one product have no common one. */
function together({ quantity: one, price, ...item }: SoldItem, { quantity: other, price: otherPrice }: SoldItem): SoldItem {
  return {
    ...item,
    ...(one !== undefined && other !== undefined && { quantity: Math.round((one + other) * 1e4) / 1e4 }),
    ...(price !== undefined && price === otherPrice && { price }),
  };
}
