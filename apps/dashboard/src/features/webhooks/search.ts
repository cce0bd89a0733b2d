import type { DeliveryDto } from '../../api/schema';
import type { DeliveryFilter } from '../../shared/deliveries/queries';

export const STATUSES = ['success', 'pending', 'failed', 'dead_letter'] as const satisfies readonly DeliveryDto['status'][];
export const EVENTS = [
  'customer.churn_score.changed',
  'customer.high_risk.detected',
  'customer.order_overdue',
  'customer.second_order_due',
  'retention.campaign.sent',
  'profiles.updated',
  'profiles.removed',
  'snapshot.tested',
  'summary.daily',
  'summary.weekly',
] as const satisfies readonly DeliveryDto['event'][];

/** The query of the webhooks page. It holds the filters, so that the view can be shared as a link. */
export interface WebhooksSearch extends DeliveryFilter {
  readonly tab?: 'deliveries' | undefined;
  /** The open delivery. */
  readonly delivery?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST_CHARACTERS = 255;

const oneOf = <T extends string>(allowed: readonly T[], value: unknown): T | undefined => allowed.find((one) => one === value);
const uuid = (value: unknown): string | undefined => (typeof value === 'string' && UUID.test(value) ? value : undefined);

/** Returns a day such as `2026-11-21`, of the years that the API takes; undefined for anything else. */
export const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Ignores invalid values. The router parses an identifier of digits as a number. */
export function readWebhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  const { customer } = search;
  const id = typeof customer === 'string' || typeof customer === 'number' ? String(customer) : '';
  return {
    tab: oneOf(['deliveries'], search['tab']),
    status: oneOf(STATUSES, search['status']),
    event: oneOf(EVENTS, search['event']),
    customer: id === '' ? undefined : id.slice(0, MOST_CHARACTERS),
    campaign: uuid(search['campaign']),
    destination: uuid(search['destination']),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    delivery: uuid(search['delivery']),
  };
}
