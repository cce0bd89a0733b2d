import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { CampaignDto, PreviewAudienceDto } from '../../api/schema';

const WHILE_UNDER_WAY_MS = 2000;
/** For so long after a sending, deliveries of it may still be missing: they are made one after the other, after it was taken. */
const DELIVERIES_ARE_MADE_MS = 2 * 60_000;

export const campaignsQuery = infiniteQueryOptions({
  queryKey: ['campaigns', 'list'],
  queryFn: ({ pageParam }) =>
    answerOf(api.GET('/campaigns', { params: { query: { limit: 20, ...(pageParam !== null && { cursor: pageParam }) } } })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination }) => pagination.next_cursor,
});

function isUnderWay({ stats, last_sent_at: sentAt }: CampaignDto, now: number): boolean {
  return stats.deliveries_open > 0 || (sentAt !== null && now - Date.parse(sentAt) < DELIVERIES_ARE_MADE_MS);
}

/** Asked again while something of it is on its way, or about to be. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id],
    queryFn: () => answerOf(api.GET('/campaigns/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data, state.dataUpdatedAt) ? WHILE_UNDER_WAY_MS : false),
  });

export const resultsQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id, 'results'],
    queryFn: () => answerOf(api.GET('/campaigns/{id}/results', { params: { path: { id } } })),
    staleTime: 60_000,
  });

/** Whom a campaign as it is stored would reach now; an answer is good for this moment only. */
export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id, 'preview'],
    queryFn: () => answerOf(api.POST('/campaigns/{id}/preview', { params: { path: { id } }, body: {} })),
    staleTime: 0,
  });

/** Whom settings that are not stored yet would reach. What was found before is shown until this is. */
export const unsavedPreviewQuery = (input: PreviewAudienceDto) =>
  queryOptions({
    queryKey: ['campaigns', 'unsaved', input],
    queryFn: () => answerOf(api.POST('/campaigns/preview', { body: input })),
    placeholderData: keepPreviousData,
  });
