import type { Mapped } from './mapped.js';

/** Returns the currency of most of the orders; null when no order names one. Refunds may be in the currency of a customer. */
export function currencyOfOrders(mapped: readonly Mapped[]): string | null {
  const counts = new Map<string, number>();
  for (const each of mapped) {
    if (each.kind !== 'events') continue;
    for (const { event_type: type, data } of each.events) {
      const currency = data['currency'];
      if (type === 'order_created' && typeof currency === 'string') counts.set(currency, (counts.get(currency) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
