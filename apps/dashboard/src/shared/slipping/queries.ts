import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { ContactState } from '../../api/lifecycle';
import type { LeftOutDto } from '../../api/schema';
import { lastContact } from './last-contact';

/** Scores change without any action on the page, so the page polls. */
const LOOK_AGAIN_MS = 30_000;

/** Loads the money that is expected, and how many customers are in each state. */
export const lifecycleQuery = queryOptions({
  queryKey: ['analytics', 'lifecycle'],
  queryFn: () => answerOf(api.GET('/dashboard/analytics/lifecycle')),
  refetchInterval: LOOK_AGAIN_MS,
});

/** The customers to contact, as a campaign would choose them now. */
export interface ToContact {
  readonly all: number;
  /** Customers that a campaign may contact: no other campaign has just contacted them or waits to, and they are in no control group. */
  readonly free: number;
  /** The most that contacts with the free customers can bring. */
  readonly toWin: number;
  /** The reasons why a campaign may not contact the others. Each customer counts for the first reason that applies. */
  readonly leftOut: LeftOutDto;
  /** Identifiers of the first free customers, most to win first. */
  readonly firstIds: readonly string[];
}

/** Chooses the customers of some states as a campaign without a control group of its own does. */
export async function chooseToContact(states: readonly ContactState[]): Promise<ToContact> {
  const body = { audience: { lifecycle: [...states] }, holdout_percent: 0 };
  const preview = await answerOf(api.POST('/campaigns/preview', { body }));
  const { audience_count: all, recipients_count: free, recipients_revenue_at_risk: toWin, left_out: leftOut } = preview;
  return { all, free, toWin: Number(toWin), leftOut, firstIds: preview.customer_external_ids };
}

/** Choosing reads all customers of the states, which takes a second for a million. */
export const CHOOSE_AGAIN_MS = 5 * 60_000;

/** Loads what contacts with the customers of some states can bring. */
export const toContactQuery = (states: readonly ContactState[]) =>
  queryOptions({ queryKey: ['customers', 'to-contact', states], queryFn: () => chooseToContact(states), refetchInterval: CHOOSE_AGAIN_MS });

/** The newest campaigns. Older ones are seldom sent again. */
const CAMPAIGNS = 100;

/** Loads the last campaign to the customers to contact; null without one. */
export const lastContactQuery = queryOptions({
  queryKey: ['campaigns', 'slipping'],
  queryFn: async () => {
    const { data } = await answerOf(api.GET('/campaigns', { params: { query: { limit: CAMPAIGNS } } }));
    return lastContact(data, new Date());
  },
});
