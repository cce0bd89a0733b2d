import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** Loads the data requests of customers. Only owners may. */
export const dataRequestsQuery = queryOptions({
  queryKey: ['data-requests'],
  queryFn: () => answerOf(api.GET('/integrations/data-requests')),
});
