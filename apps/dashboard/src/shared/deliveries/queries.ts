import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { instantOf } from '#libs/order-import';
import { answerOf, api } from '../../api/client';
import type { CampaignStatsDto, DeliveryDto } from '../../api/schema';

/** Filters of a list of deliveries. A filter that is missing matches every delivery. */
export interface DeliveryFilter {
  readonly status?: DeliveryDto['status'] | undefined;
  readonly event?: DeliveryDto['event'] | undefined;
  /** The shop's own identifier. */
  readonly customer?: string | undefined;
  readonly campaign?: string | undefined;
  readonly destination?: string | undefined;
  /** The first and the last day, `2026-11-21`, where the shop is. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const WHILE_OPEN_MS = 4000;
const A_PAGE = 50;

const isOpen = ({ status }: DeliveryDto): boolean => status === 'pending' || status === 'failed';

const DAY_MS = 24 * 60 * 60_000;

const midnight = (day: string, timezone: string, daysLater = 0): string =>
  new Date(instantOf(Date.parse(day) + daysLater * DAY_MS, timezone)).toISOString();

/** Lists deliveries, newest first, and polls while one of them is on its way. @param timezone IANA name, of the shop */
export const deliveriesQuery = ({ status, event, customer, campaign, destination, from, to }: DeliveryFilter, timezone: string) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', { status, event, customer, campaign, destination, from, to, timezone }],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/settings/webhook/deliveries', {
          params: {
            query: {
              limit: A_PAGE,
              ...(status !== undefined && { status: [status] }),
              ...(event !== undefined && { event: [event] }),
              ...(customer !== undefined && { customer_id: customer }),
              ...(campaign !== undefined && { campaign_id: campaign }),
              ...(destination !== undefined && { destination_id: destination }),
              ...(from !== undefined && { from: midnight(from, timezone) }),
              ...(to !== undefined && { to: midnight(to, timezone, 1) }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    // Polls only while one page is shown: each poll fetches every page again.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 && state.data.pages[0]?.data.some(isOpen) ? WHILE_OPEN_MS : false),
  });

const OF_A_CAMPAIGN = 10;

/** Lists the latest deliveries of a campaign. @param stats is in the key because new stats mean new deliveries. */
export const campaignDeliveriesQuery = (id: string, stats: CampaignStatsDto) =>
  queryOptions({
    queryKey: ['deliveries', 'campaign', id, stats],
    queryFn: () => answerOf(api.GET('/settings/webhook/deliveries', { params: { query: { campaign_id: id, limit: OF_A_CAMPAIGN } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) === true ? WHILE_OPEN_MS : false),
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: () => answerOf(api.GET('/settings/webhook/deliveries/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isOpen(state.data) ? WHILE_OPEN_MS : false),
  });
