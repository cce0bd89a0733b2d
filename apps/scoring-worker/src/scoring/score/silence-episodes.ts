import type { OrderOverdue, OutboundEvent, SecondOrderDue } from '#libs/core';
import type { OutboxEntry } from '#libs/database';
import { dayOf, type Features, type Scored, toCivilDate } from '#libs/scoring';
import type { Occasion } from './outbox-events.js';
import type { LockedCustomer, TenantSettings } from './read-customers.sql.js';

/** The part of a stored customer that decides whether a silence is reported. */
export type BeforeSilence = Pick<LockedCustomer, 'second_due_after_day' | 'overdue_after_day' | 'model_version' | 'calculatedMs'>;

/** A stage that the silence of a customer after the last order has reached. */
interface Episode {
  /** UTC day number of the latest order after which a silence reached the stage; null: not so far. */
  readonly afterDay: number | null;
  /** True when the silence has just reached the stage. */
  readonly isReported: boolean;
}

/**
 * The stages of a silence that are reported. After the first order day the second order becomes due; after later ones the next order becomes
 * overdue.
 */
export interface SilenceEpisodes {
  readonly secondDue: Episode;
  readonly overdue: Episode;
}

type Reached = Pick<Scored, 'secondDueSinceDay' | 'lateSinceDay' | 'modelVersion'>;

/**
 * Decides which stage the silence of a customer has just reached. A silence reports each stage at most once, even when a later model disagrees.
 * Cancelling an order does not restart an earlier silence. A first score and imported history report nothing. After a change of models only
 * customers that reached the stage since the last score are reported; for the others the change of models is the cause.
 */
export function silenceEpisodes(
  before: BeforeSilence,
  { lastOrderAtMs }: Pick<Features, 'lastOrderAtMs'>,
  scored: Reached | null,
  occasion: Occasion,
): SilenceEpisodes {
  const { model_version: modelVersion, calculatedMs } = before;
  const episodeOf = (known: number | null, sinceDay: number | null): Episode => {
    if (scored === null || sinceDay === null || lastOrderAtMs === null || (known !== null && dayOf(lastOrderAtMs) <= known))
      return { afterDay: known, isReported: false };
    const isFirst = modelVersion === null || calculatedMs === null;
    const isByModel = !isFirst && modelVersion !== scored.modelVersion && sinceDay <= dayOf(calculatedMs);
    return { afterDay: dayOf(lastOrderAtMs), isReported: occasion !== 'backfill' && !isFirst && !isByModel };
  };
  return {
    secondDue: episodeOf(before.second_due_after_day, scored?.secondDueSinceDay ?? null),
    overdue: episodeOf(before.overdue_after_day, scored?.lateSinceDay ?? null),
  };
}

interface Reported {
  readonly episodes: SilenceEpisodes;
  readonly scored: Scored | null;
  readonly features: Pick<Features, 'lastOrderAtMs'>;
  readonly settings: Pick<TenantSettings, 'reports_second_due' | 'reports_overdue'>;
}

/** Appends an event for each reported stage that the tenant has subscribed to. */
export function reportEpisodes(
  customer: Pick<LockedCustomer, 'id' | 'external_id' | 'event_sequence'>,
  entries: readonly OutboxEntry[],
  { episodes, scored, features: { lastOrderAtMs }, settings }: Reported,
): readonly OutboxEntry[] {
  if (scored === null || lastOrderAtMs === null) return entries;
  const { secondDueSinceDay, lateSinceDay } = scored;
  const common = {
    customer_id: customer.external_id,
    last_order_at: new Date(lastOrderAtMs).toISOString(),
    score: Number(scored.score),
    label: scored.label,
    model_version: scored.modelVersion,
  };
  const reported: OutboundEvent[] = [];
  if (episodes.secondDue.isReported && settings.reports_second_due && secondDueSinceDay !== null)
    reported.push({ event: 'customer.second_order_due', due_since: toCivilDate(secondDueSinceDay), ...common } satisfies SecondOrderDue);
  if (episodes.overdue.isReported && settings.reports_overdue && lateSinceDay !== null)
    reported.push({ event: 'customer.order_overdue', overdue_since: toCivilDate(lateSinceDay), ...common } satisfies OrderOverdue);
  const last = BigInt(entries.at(-1)?.sequence ?? customer.event_sequence);
  return [...entries, ...reported.map((payload, i) => ({ customerId: customer.id, sequence: String(last + BigInt(i) + 1n), payload }))];
}
