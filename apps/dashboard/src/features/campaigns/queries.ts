import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { CampaignDto, PreviewAudienceDto } from '../../api/schema';

const WHILE_UNDER_WAY_MS = 2000;
const WHILE_COUNTED_MS = 3000;
/** The service creates deliveries one after another after it accepts a send, so for this long some may be missing. */
const DELIVERIES_ARE_MADE_MS = 2 * 60_000;

export const campaignsQuery = infiniteQueryOptions({
  queryKey: ['campaigns', 'list'],
  queryFn: ({ pageParam }) =>
    answerOf(api.GET('/campaigns', { params: { query: { limit: 20, ...(pageParam !== null && { cursor: pageParam }) } } })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination }) => pagination.next_cursor,
});

/** Returns whether deliveries of the campaign are in progress, or may still be created. */
export function isUnderWay({ stats, last_sent_at: sentAt }: CampaignDto, now: number): boolean {
  return stats.deliveries_open > 0 || (sentAt !== null && now - Date.parse(sentAt) < DELIVERIES_ARE_MADE_MS);
}

/** Polls while deliveries of the campaign are in progress or still to be created. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id],
    queryFn: () => answerOf(api.GET('/campaigns/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data, state.dataUpdatedAt) ? WHILE_UNDER_WAY_MS : false),
  });

/** Lists the sendings of a campaign, newest first. The stats are in the key because new stats mean new sendings or deliveries. */
export const sendingsQuery = ({ id, stats }: CampaignDto) =>
  infiniteQueryOptions({
    queryKey: ['campaigns', id, 'sends', stats],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/campaigns/{id}/sends', {
          params: { path: { id }, query: { limit: 10, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
    enabled: stats.sends > 0,
  });

/** Loads the results of a campaign that was sent. Polls while customers are still added to its groups, and while newer numbers are counted. */
export const resultsQuery = (campaign: CampaignDto) =>
  queryOptions({
    queryKey: ['campaigns', campaign.id, 'results'],
    queryFn: () => answerOf(api.GET('/campaigns/{id}/results', { params: { path: { id: campaign.id } } })),
    staleTime: 60_000,
    enabled: campaign.stats.sends > 0,
    refetchInterval: ({ state }) =>
      state.data?.counting ? WHILE_COUNTED_MS : isUnderWay(campaign, state.dataUpdatedAt) ? WHILE_UNDER_WAY_MS : false,
  });

/** Loads the results of all campaigns together. Polls while newer numbers are counted. */
export const overallQuery = queryOptions({
  queryKey: ['campaigns', 'overall'],
  queryFn: () => answerOf(api.GET('/campaigns/results')),
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.data?.counting ? WHILE_COUNTED_MS : false),
});

/** Loads the customers that the saved campaign would reach now. The answer is never cached. */
export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id, 'preview'],
    queryFn: () => answerOf(api.POST('/campaigns/{id}/preview', { params: { path: { id } }, body: {} })),
    staleTime: 0,
  });

/** Loads the customers that unsaved settings would reach. Shows the previous answer until the new one arrives. */
export const unsavedPreviewQuery = (input: PreviewAudienceDto) =>
  queryOptions({
    queryKey: ['campaigns', 'unsaved', input],
    queryFn: () => answerOf(api.POST('/campaigns/preview', { body: input })),
    placeholderData: keepPreviousData,
  });
