import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { orNull } from '../../api/or-null';
import { TEST_CUSTOMER } from './test-customer';

/** Loads the customer of test orders; null without one. */
export const testCustomerQuery = queryOptions({
  queryKey: ['customers', 'test'],
  queryFn: () => orNull(answerOf(api.GET('/dashboard/customers/{external_id}', { params: { path: { external_id: TEST_CUSTOMER } } }))),
  staleTime: 5 * 60_000,
});
