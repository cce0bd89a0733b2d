import { pseudonymsWith } from '#libs/order-import';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';

/** The key of the tenant's pseudonyms. It never changes. */
export const pseudonymKeyQuery = queryOptions({
  queryKey: ['pseudonym-key'],
  queryFn: async () => {
    const { key } = await answerOf(api.GET('/dashboard/events/pseudonym-key'));
    return Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const ORDER_NUMBER = /^#\S+$/;

/**
 * Returns what to search for: the pseudonym of an e-mail address, which itself never leaves the browser; for an order number with `#`, as shops
 * write it, the customer of the order; nothing for a part of an e-mail address; other text as it is.
 */
export async function searchable(text: string, queries: QueryClient): Promise<string | undefined> {
  if (ORDER_NUMBER.test(text.trim())) return (await customerOfOrder(text.trim())) ?? text;
  if (EMAIL.test(text.trim())) return pseudonymsWith(await queries.fetchQuery(pseudonymKeyQuery))('email', text);
  return text.includes('@') ? undefined : text;
}

/** Returns the customer of an order, which the file may have named with `#` or without; null: the service knows no such order. */
async function customerOfOrder(number: string): Promise<string | null> {
  const { data } = await answerOf(api.POST('/dashboard/customers/by-orders', { body: { order_ids: [number, number.slice(1)] } }));
  return data[0]?.external_id ?? null;
}
