import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

export const invitationsQuery = queryOptions({
  queryKey: ['members', 'invitations'],
  queryFn: async () => (await answerOf(api.GET('/members/invitations'))).data,
});
