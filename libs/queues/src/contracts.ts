import { isUuid, type TenantId, toTenantId } from '#libs/core';

/** One queue: its name and what its jobs carry, which is ids and nothing else. Producer and consumer share it. */
export interface QueueContract<Payload> {
  readonly name: string;
  /** Bull drops a job whose id still exists, so equal ids mean equal work: a later wish to work must have another id. */
  readonly jobId: (payload: Payload, now: Date) => string;
  /** @throws TypeError for a payload of another shape: jobs outlive deploys. */
  readonly parse: (data: unknown) => Payload;
}

/** Wake-ups for one tenant within this window are one job. */
export const WAKE_UP_WINDOW_MS = 100;

/** By whose doing a job came about. For logs and traces: nothing depends on it, and of calls that share a job the first is told. */
export interface JobOrigin {
  readonly requestId?: string | undefined;
  /** W3C traceparent. */
  readonly traceparent?: string | undefined;
}

export interface ScoreCustomersJob {
  readonly v: 1;
  readonly tenantId: TenantId;
  readonly origin?: JobOrigin;
}

export interface RecalculateTenantJob {
  readonly v: 1;
  readonly tenantId: TenantId;
  readonly jobId: string;
  readonly origin?: JobOrigin;
}

/** Wakes for all of a tenant's announcements and deliveries at once: a job for each would cost more than the delivery. */
export interface DeliverWebhooksJob {
  readonly v: 1;
  readonly tenantId: TenantId;
  readonly origin?: JobOrigin;
}

/** Wakes for what is to be done for a tenant's storefront. */
export interface SyncStorefrontJob {
  readonly v: 1;
  readonly tenantId: TenantId;
  readonly origin?: JobOrigin;
}

function queue<Payload>(contract: QueueContract<Payload>): QueueContract<Payload> {
  return contract;
}

function fieldsOf(data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null || !('v' in data) || data.v !== 1) throw new TypeError('not a version 1 job');
  return data;
}

const ORIGIN_VALUE = /^[\w.:-]{1,128}$/;
const originValue = (value: unknown): string | undefined => (typeof value === 'string' && ORIGIN_VALUE.test(value) ? value : undefined);

/** What does not look like an origin is none: a job is not refused for it. */
function parseOrigin({ origin }: Record<string, unknown>): { readonly origin?: JobOrigin } {
  if (typeof origin !== 'object' || origin === null) return {};
  const { requestId, traceparent } = origin as Record<string, unknown>;
  return { origin: { requestId: originValue(requestId), traceparent: originValue(traceparent) } };
}

function parseTenantJob(data: unknown): ScoreCustomersJob & DeliverWebhooksJob & SyncStorefrontJob {
  const fields = fieldsOf(data);
  return { v: 1, tenantId: toTenantId(String(fields['tenantId'])), ...parseOrigin(fields) };
}

const perWindow = ({ tenantId }: { readonly tenantId: TenantId }, now: Date): string =>
  `${tenantId}/${Math.floor(now.getTime() / WAKE_UP_WINDOW_MS)}`;

function parseRecalculateTenant(data: unknown): RecalculateTenantJob {
  const fields = fieldsOf(data);
  const { tenantId, jobId } = fields;
  if (!isUuid(jobId)) throw new TypeError('not a job id');
  return { v: 1, tenantId: toTenantId(String(tenantId)), jobId, ...parseOrigin(fields) };
}

/**
 * Every queue, in pipeline order. A job is only a hint that there is work in Postgres: it is tried once, removed when it
 * ends, and a sweep finds the work again should the hint be lost.
 */
export const QUEUES = {
  /** Score the customers of a tenant that have new events. */
  scoreCustomers: queue({ name: 'customers.score', jobId: perWindow, parse: parseTenantJob }),
  /** The same for imported history, which never delays fresh events. */
  scoreBackfill: queue({ name: 'customers.score-backfill', jobId: perWindow, parse: parseTenantJob }),
  /** Score every customer of a tenant. */
  recalculateTenant: queue({
    name: 'tenant.recalculate',
    jobId: ({ jobId }: RecalculateTenantJob, now: Date) => `${jobId}/${Math.floor(now.getTime() / 1000)}`,
    parse: parseRecalculateTenant,
  }),
  /** Relay the announcements of a tenant and deliver what is due. */
  deliverWebhooks: queue<DeliverWebhooksJob>({ name: 'webhook.deliver', jobId: perWindow, parse: parseTenantJob }),
  /** Do for a tenant's storefront what is due: subscriptions, tokens, its history. */
  syncStorefront: queue<SyncStorefrontJob>({ name: 'storefront.sync', jobId: perWindow, parse: parseTenantJob }),
};
