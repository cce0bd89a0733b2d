import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { TO_CONTACT } from '../../api/lifecycle';
import { orNull } from '../../api/or-null';
import type { CustomerDto, JobDto } from '../../api/schema';
import { CHOOSE_AGAIN_MS, chooseToContact, type ToContact } from '../../shared/slipping/queries';
import { TEST_CUSTOMER } from '../../shared/test-order/test-customer';
import { areWeeksUnderWay } from './past-weeks';

/** Scores change without any action on this page, so the page polls. */
const LOOK_AGAIN_MS = 30_000;
const LOOK_AT_WORK_MS = 3000;

/** Loads the counts by label, now and a week ago. */
export const analyticsQuery = queryOptions({
  queryKey: ['analytics', 'week'],
  queryFn: () => answerOf(api.GET('/dashboard/churn/analytics', { params: { query: { period: '7d' } } })),
  refetchInterval: LOOK_AGAIN_MS,
});

/** The first list shows this many customers: a reader cannot act on more at once. The page of customers has all of them. */
const FIRST_TO_CONTACT = 8;

export interface Slipping extends ToContact {
  /** The first of the free customers, most to win first. */
  readonly first: readonly CustomerDto[];
}

/** Loads the customers to contact first. */
export const slippingQuery = queryOptions({
  queryKey: ['customers', 'slipping'],
  queryFn: async (): Promise<Slipping> => {
    const chosen = await chooseToContact(TO_CONTACT);
    const first = await Promise.all(chosen.firstIds.slice(0, FIRST_TO_CONTACT).map(loadCustomer));
    return { ...chosen, first: first.filter((customer) => customer !== null) };
  },
  // The first scores of a new shop appear within seconds, and choosing from an empty audience costs nothing.
  refetchInterval: ({ state }) => (state.data?.all === 0 ? LOOK_AGAIN_MS : CHOOSE_AGAIN_MS),
});

const loadCustomer = (externalId: string): Promise<CustomerDto | null> =>
  orNull(answerOf(api.GET('/dashboard/customers/{external_id}', { params: { path: { external_id: externalId } } })));

/** Loads why a customer to contact may not order: the silence, or the strongest other reason; null without one. */
export const reasonQuery = (externalId: string) =>
  queryOptions({
    queryKey: ['customers', 'reason', externalId],
    queryFn: async () => {
      const { explanation } = await answerOf(
        api.GET('/dashboard/customers/{customer_id}/churn', { params: { path: { customer_id: externalId } } }),
      );
      const reason = explanation.find(({ factor }) => factor === 'silence') ?? explanation.find(({ effect }) => effect > 0);
      return reason?.text ?? null;
    },
    staleTime: 5 * 60_000,
  });

export const modelQuery = queryOptions({
  queryKey: ['model'],
  queryFn: () => answerOf(api.GET('/dashboard/churn/model')),
  staleTime: 5 * 60_000,
  // A model follows within minutes.
  refetchInterval: ({ state }) => (state.data?.status === 'provisional' ? LOOK_AGAIN_MS : false),
});

/** Loads how far the past weeks are calculated, and whether a list of the past can be compared with what happened. */
export const pastWeeksQuery = queryOptions({
  queryKey: ['backtest', 'status'],
  queryFn: async () => {
    const { status, progress } = await answerOf(api.GET('/dashboard/churn/backtest', { params: { query: { limit: 1 } } }));
    return { status, done: progress.done, total: progress.total };
  },
  staleTime: 5 * 60_000,
  refetchInterval: ({ state: { data } }) => (data?.status === 'not_started' ? LOOK_AGAIN_MS : areWeeksUnderWay(data) && LOOK_AT_WORK_MS),
});

export const isUnderWay = ({ status }: JobDto): boolean => status === 'queued' || status === 'running';

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async () => (await answerOf(api.GET('/dashboard/churn/jobs'))).data,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? LOOK_AT_WORK_MS : LOOK_AGAIN_MS),
});

/** The steps that a new shop has taken. */
export interface FirstCustomers {
  /** True with any customer but that of test orders. */
  readonly hasReal: boolean;
  readonly test: CustomerDto | null;
}

/** Loads whether the shop has a customer yet. */
export const firstCustomersQuery = queryOptions({
  queryKey: ['customers', 'first'],
  queryFn: async (): Promise<FirstCustomers> => {
    const { data } = await answerOf(api.GET('/dashboard/customers', { params: { query: { limit: 2 } } }));
    const test = data.find(({ external_id: id }) => id === TEST_CUSTOMER) ?? null;
    return { hasReal: data.length > (test === null ? 0 : 1), test };
  },
});
