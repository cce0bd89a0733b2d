import { pseudonymsWith } from '#libs/order-import';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useMe } from '../../api/me';
import { pseudonymKeyQuery } from '../../api/pseudonyms';
import type { MeDto } from '../../api/schema';
import { shortIdentifier } from '../../format/short-identifier';
import { type AddressBook, EMPTY_BOOK, joinBooks, nameOf, withoutCustomer } from './address-book';
import { type BookOwner, forgetBook, keepBook, keptBook } from './kept-book';
import { readContacts } from './read-contacts';

const ownerOf = async ({ tenant, user }: MeDto, queries: QueryClient): Promise<BookOwner> => ({
  tenantId: tenant.id,
  userId: user.id,
  secret: await queries.fetchQuery(pseudonymKeyQuery),
});

/** The addresses that this browser keeps for the signed-in person. Signing out removes them from memory with all other queries. */
const bookQuery = (me: MeDto, queries: QueryClient) =>
  queryOptions({
    queryKey: ['address-book', me.tenant.id, me.user.id],
    queryFn: async () => keptBook(await ownerOf(me, queries)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/** Returns the addresses that this browser keeps; empty while they load. */
export function useAddressBook(): AddressBook {
  const me = useMe();
  return useQuery(bookQuery(me, useQueryClient())).data ?? EMPTY_BOOK;
}

/** Returns a function that names a customer: by address or name where this browser knows them, else by the identifier. */
export function useCustomerNames(): (externalId: string) => string {
  const { contacts } = useAddressBook();
  return useCallback(
    (id) => {
      const contact = contacts.get(id);
      return contact === undefined ? shortIdentifier(id) : nameOf(contact);
    },
    [contacts],
  );
}

/** Reads a file of the shop owner, and keeps its addresses in this browser. */
export function useLearnAddresses() {
  const me = useMe();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (source: Blob): Promise<AddressBook> => {
      const owner = await ownerOf(me, queries);
      const found = await readContacts(source, pseudonymsWith(owner.secret));
      const book = joinBooks(await queries.fetchQuery(bookQuery(me, queries)), found);
      if (found.contacts.size > 0) await keepBook(owner, book);
      queries.setQueryData(bookQuery(me, queries).queryKey, book);
      return found;
    },
  });
}

/** Removes all addresses from this browser, or those of one customer. */
export function useForgetAddresses() {
  const me = useMe();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (externalId: string | null) => {
      const { queryKey } = bookQuery(me, queries);
      const book = externalId === null ? EMPTY_BOOK : withoutCustomer(await queries.fetchQuery(bookQuery(me, queries)), externalId);
      if (book.contacts.size === 0) await forgetBook({ tenantId: me.tenant.id, userId: me.user.id });
      else await keepBook(await ownerOf(me, queries), book);
      queries.setQueryData(queryKey, book);
    },
  });
}
