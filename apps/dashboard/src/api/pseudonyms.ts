import { pseudonymsWith } from '#libs/order-import';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';

/** The key of the tenant's pseudonyms. It never changes. */
export const pseudonymKeyQuery = queryOptions({
  queryKey: ['pseudonym-key'],
  queryFn: async () => {
    const { key } = await answerOf(api.GET('/dashboard/import/pseudonym-key'));
    return Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns what to search for: the pseudonym of an e-mail address, which itself never leaves the browser; other text as it is. */
export async function searchable(text: string, queries: QueryClient): Promise<string> {
  return EMAIL.test(text.trim()) ? pseudonymsWith(await queries.fetchQuery(pseudonymKeyQuery))('email', text) : text;
}
