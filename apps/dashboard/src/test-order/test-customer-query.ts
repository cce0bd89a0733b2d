import { queryOptions } from '@tanstack/react-query';
import { customerOrNull } from '../api/customer-or-null';
import { TEST_CUSTOMER } from './test-customer';

/** Loads the customer of test orders; null without one. */
export const testCustomerQuery = queryOptions({
  queryKey: ['customers', 'test'],
  queryFn: () => customerOrNull(TEST_CUSTOMER),
  staleTime: 5 * 60_000,
});
