import type { OrderOverdue } from '#libs/core';
import type { OutboxEntry } from '#libs/database';
import { dayOf, type Features, type Scored, toCivilDate } from '#libs/scoring';
import type { Occasion } from './outbox-events.js';
import type { LockedCustomer, TenantSettings } from './read-customers.sql.js';

/** The part of a stored customer that decides whether a silence is news. */
export type BeforeSilence = Pick<LockedCustomer, 'overdue_after_day' | 'model_version' | 'calculatedMs'>;

/** The silence of a customer after the last order. */
export interface OverdueEpisode {
  /** UTC day number of the latest order after which the customer became late; null: not so far. */
  readonly afterDay: number | null;
  /** True: the next order has just become overdue. */
  readonly isReported: boolean;
}

/**
 * Decides whether the silence of a customer has just become too long. Each silence is reported once at most, whatever later models say of it,
 * and an order that is cancelled does not begin an old one anew. A first score and imported history report none. With a new model only those
 * count who have become late since the last score: the others are late by the change of models.
 */
export function overdueEpisode(
  before: BeforeSilence,
  { lastOrderAtMs }: Pick<Features, 'lastOrderAtMs'>,
  scored: Pick<Scored, 'lateSinceDay' | 'modelVersion'> | null,
  occasion: Occasion,
): OverdueEpisode {
  const { overdue_after_day: known, model_version: modelVersion, calculatedMs } = before;
  const lateSinceDay = scored?.lateSinceDay ?? null;
  if (scored === null || lateSinceDay === null || lastOrderAtMs === null || (known !== null && dayOf(lastOrderAtMs) <= known))
    return { afterDay: known, isReported: false };
  const isFirst = modelVersion === null || calculatedMs === null;
  const isByModel = !isFirst && modelVersion !== scored.modelVersion && lateSinceDay <= dayOf(calculatedMs);
  return { afterDay: dayOf(lastOrderAtMs), isReported: occasion !== 'backfill' && !isFirst && !isByModel };
}

interface Reported {
  readonly episode: OverdueEpisode;
  readonly scored: Scored | null;
  readonly features: Pick<Features, 'lastOrderAtMs'>;
  readonly settings: Pick<TenantSettings, 'reports_overdue'>;
}

/** Adds the event behind the others of the customer if it is news that somebody wants. */
export function reportEpisode(
  customer: Pick<LockedCustomer, 'id' | 'external_id' | 'event_sequence'>,
  entries: readonly OutboxEntry[],
  { episode, scored, features: { lastOrderAtMs }, settings }: Reported,
): readonly OutboxEntry[] {
  const lateSinceDay = scored?.lateSinceDay ?? null;
  if (!episode.isReported || !settings.reports_overdue || scored === null || lateSinceDay === null || lastOrderAtMs === null)
    return entries;
  const payload: OrderOverdue = {
    event: 'customer.order_overdue',
    customer_id: customer.external_id,
    last_order_at: new Date(lastOrderAtMs).toISOString(),
    overdue_since: toCivilDate(lateSinceDay),
    score: Number(scored.score),
    label: scored.label,
    model_version: scored.modelVersion,
  };
  const sequence = String(BigInt(entries.at(-1)?.sequence ?? customer.event_sequence) + 1n);
  return [...entries, { customerId: customer.id, sequence, payload }];
}
