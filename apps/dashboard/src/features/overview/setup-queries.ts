import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';

/** The checklist must not use up the requests of a small plan. */
const FRESH_MS = 60_000;

/** Loads whether anything tells of customers who slip away: a webhook, another destination, or a campaign. */
export const toldQuery = queryOptions({
  queryKey: ['setup', 'told'],
  staleTime: FRESH_MS,
  queryFn: async () => {
    const [destinations, campaigns] = await Promise.all([
      answerOf(api.GET('/settings/destinations')),
      answerOf(api.GET('/campaigns', { params: { query: { limit: 1 } } })),
    ]);
    return destinations.data.length > 0 || campaigns.data.length > 0;
  },
});

/** Loads whether the owner has a colleague here, or has invited one. */
export const colleagueQuery = queryOptions({
  queryKey: ['setup', 'colleague'],
  staleTime: FRESH_MS,
  queryFn: async () => {
    const [members, invitations] = await Promise.all([answerOf(api.GET('/members')), answerOf(api.GET('/members/invitations'))]);
    return members.data.length > 1 || invitations.data.length > 0;
  },
});
