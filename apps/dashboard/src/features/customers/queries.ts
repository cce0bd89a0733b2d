import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { type ListSearch, toListQuery } from '../../shared/customer-list/list-search';

const PAGE = 100;

export const customersQuery = (search: ListSearch) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'list', search],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/dashboard/customers', {
          params: { query: { ...toListQuery(search), limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });

const named = (externalId: string) => ({ params: { path: { external_id: externalId } } });

/** Loads the score, the reasons and the history of a customer. */
export const churnQuery = (externalId: string) =>
  queryOptions({
    queryKey: ['customers', 'churn', externalId],
    queryFn: () => answerOf(api.GET('/dashboard/customers/{customer_id}/churn', { params: { path: { customer_id: externalId } } })),
  });

/** Loads the fields that the list has, too. */
export const customerQuery = (externalId: string) =>
  queryOptions({
    queryKey: ['customers', 'one', externalId],
    queryFn: () => answerOf(api.GET('/dashboard/customers/{external_id}', named(externalId))),
  });

const ORDERS = 50;

export const ordersQuery = (externalId: string) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'orders', externalId],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/dashboard/customers/{external_id}/orders', {
          params: { path: { external_id: externalId }, query: { limit: ORDERS, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
