import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** What customers have asked for; owners only. */
export const dataRequestsQuery = queryOptions({
  queryKey: ['data-requests'],
  queryFn: () => answerOf(api.GET('/integrations/data-requests')),
});
