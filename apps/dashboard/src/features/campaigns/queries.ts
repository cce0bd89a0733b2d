import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { PreviewAudienceDto } from '../../api/schema';

const WHILE_UNDER_WAY_MS = 2000;

export const campaignsQuery = infiniteQueryOptions({
  queryKey: ['campaigns', 'list'],
  queryFn: ({ pageParam }) =>
    answerOf(api.GET('/campaigns', { params: { query: { limit: 20, ...(pageParam !== null && { cursor: pageParam }) } } })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination }) => pagination.next_cursor,
});

/** Asked again while something of it is on its way. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id],
    queryFn: () => answerOf(api.GET('/campaigns/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => ((state.data?.stats.deliveries_open ?? 0) > 0 ? WHILE_UNDER_WAY_MS : false),
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
export const unsavedPreviewQuery = (wish: PreviewAudienceDto) =>
  queryOptions({
    queryKey: ['campaigns', 'unsaved', wish],
    queryFn: () => answerOf(api.POST('/campaigns/preview', { body: wish })),
    placeholderData: keepPreviousData,
  });
