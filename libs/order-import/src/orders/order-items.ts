import { itemOf, itemTextsIn, type ItemTexts } from '../rows/item-texts.js';
import type { ReadingPlan } from '../rows/plan.js';
import { type SoldItem, soldItems } from '../sold-items.js';

/**
 * Returns what was bought with an order. Rows that repeat or continue it have an item each; rows that state it again do not.
 * @param of the items themselves, or what the rows of the order have in common
 */
export function itemsOfOrder(plan: ReadingPlan, fields: readonly string[], of: readonly ItemTexts[] | string): readonly SoldItem[] {
  const texts = typeof of === 'string' ? textsOf(plan, fields, of) : of;
  return soldItems(texts.flatMap((one) => itemOf(one, plan.decimals) ?? []));
}

function textsOf(
  { columns, itemsOfOrder: further, restatedOrders }: ReadingPlan,
  fields: readonly string[],
  key: string,
): readonly ItemTexts[] {
  const items = restatedOrders.has(key) ? undefined : further.get(key);
  if (items !== undefined) return items;
  const own = itemTextsIn(columns, fields);
  return own === null ? [] : [own];
}
