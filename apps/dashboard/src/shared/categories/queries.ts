import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** Loads the categories that customers buy, and how many come back after a first order with each. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: () => answerOf(api.GET('/dashboard/categories')),
});
