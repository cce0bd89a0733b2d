import { Columns } from '../csv/columns.js';
import { CUSTOMER_LIST } from './customer-list.js';
import { isCustomerSummary, listsOrders } from './customer-summary.js';
import { CUSTOMER_SUMS } from './customer-sums.js';
import type { Layout } from './layout.js';
import { MARKETPLACES } from './marketplaces.js';
import { PLAIN_LOG } from './plain-log.js';
import { SHOP_SYSTEMS } from './shop-systems.js';

/** The known layouts, the most particular first: the first one that matches a header is taken. */
export const LAYOUTS = { ...CUSTOMER_SUMS, customers: CUSTOMER_LIST, ...MARKETPLACES, ...SHOP_SYSTEMS, generic: PLAIN_LOG } as const;

export type LayoutName = keyof typeof LAYOUTS;
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as readonly LayoutName[];

export const layoutOf = (name: LayoutName): Layout => LAYOUTS[name];

/** Returns the layout that matches a header, among those wanted; null when none does. */
export function recogniseLayout(header: readonly string[], wanted: LayoutName | 'auto' = 'auto'): LayoutName | null {
  const columns = new Columns(header);
  const candidates = wanted === 'auto' ? LAYOUT_NAMES : [wanted];
  return candidates.find((name) => matches(columns, LAYOUTS[name], wanted !== 'auto')) ?? null;
}

/** @param isWanted the owner has said that the file is of this layout */
function matches(columns: Columns, { needs, isPlain, isCustomerList, sums, columns: names }: Layout, isWanted: boolean): boolean {
  const hasAll = needs.every((oneOf) => columns.has(oneOf));
  if (sums === 'repeats') return hasAll && !listsOrders(columns);
  if (sums === 'totals') return hasAll && (isWanted || isCustomerSummary(columns));
  if (isCustomerList === true) {
    const people = [names.customer, names.email, names.phone].flatMap((some) => some ?? []);
    return columns.has(people) && columns.has(names.consent ?? []) && (isWanted || isCustomerSummary(columns));
  }
  if (isPlain !== true) return hasAll;
  const identities = [names.customer, names.email, names.phone, names.name].flatMap((some) => some ?? []);
  return columns.has(identities) && columns.has(names.date ?? []);
}
