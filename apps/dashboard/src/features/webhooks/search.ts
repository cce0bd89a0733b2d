import type { DeliveryDto } from '../../api/schema';
import type { DeliveryFilter } from '../../deliveries/queries';

export const STATUSES = ['success', 'pending', 'failed', 'dead_letter'] as const satisfies readonly DeliveryDto['status'][];
export const EVENTS = [
  'customer.churn_score.changed',
  'customer.high_risk.detected',
  'retention.campaign.sent',
] as const satisfies readonly DeliveryDto['event'][];

/** What the address says beside that it is the page of webhooks, so that what is seen can be sent to somebody else. */
export interface WebhooksSearch extends DeliveryFilter {
  readonly tab?: 'deliveries' | undefined;
  /** The delivery that is looked at. */
  readonly delivery?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST_CHARACTERS = 255;

const oneOf = <T extends string>(allowed: readonly T[], value: unknown): T | undefined => allowed.find((one) => one === value);
const uuid = (value: unknown): string | undefined => (typeof value === 'string' && UUID.test(value) ? value : undefined);

/** What the address says that makes no sense is not there. Identifiers of digits alone come as numbers. */
export function readWebhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  const { customer } = search;
  const id = typeof customer === 'string' || typeof customer === 'number' ? String(customer) : '';
  return {
    tab: oneOf(['deliveries'], search['tab']),
    status: oneOf(STATUSES, search['status']),
    event: oneOf(EVENTS, search['event']),
    customer: id === '' ? undefined : id.slice(0, MOST_CHARACTERS),
    campaign: uuid(search['campaign']),
    delivery: uuid(search['delivery']),
  };
}
