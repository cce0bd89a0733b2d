import { isUuid, type TenantId, toTenantId } from '#libs/core';

/** One queue: its name and its payload, which holds only ids. Publisher and consumer share it. */
export interface QueueContract<Payload> {
  readonly name: string;
  /** Bull drops a job with an id that still exists, so equal ids mean equal work. A later job needs another id. */
  readonly jobId: (payload: Payload, now: Date) => string;
  /** @throws TypeError for a payload of another shape: jobs outlive deploys. */
  readonly parse: (data: unknown) => Payload;
}

/** Wake-ups for one tenant within this window are one job. */
export const WAKE_UP_WINDOW_MS = 100;

/** The request that caused a job, for logs and traces only. Calls that share a job keep the origin of the first. */
export interface JobOrigin {
  readonly requestId?: string | undefined;
  /** W3C traceparent. */
  readonly traceparent?: string | undefined;
}

/** Covers all due work of one kind of a tenant: one job per customer or delivery would cost more than the work. */
export interface TenantJob {
  readonly v: 1;
  readonly tenantId: TenantId;
  readonly origin?: JobOrigin;
}

export interface RecalculateTenantJob extends TenantJob {
  readonly jobId: string;
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

/** Ignores an origin of another shape: no job fails because of it. */
function parseOrigin({ origin }: Record<string, unknown>): { readonly origin?: JobOrigin } {
  if (typeof origin !== 'object' || origin === null) return {};
  const { requestId, traceparent } = origin as Record<string, unknown>;
  return { origin: { requestId: originValue(requestId), traceparent: originValue(traceparent) } };
}

function parseTenantJob(data: unknown): TenantJob {
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
 * Every queue, in pipeline order. A job is a wake-up: the work is in Postgres. It is tried once and removed when it ends;
 * the sweep finds the work when the job is lost.
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
  /** Relay the outbox events of a tenant and send due deliveries. */
  deliverWebhooks: queue({ name: 'webhook.deliver', jobId: perWindow, parse: parseTenantJob }),
  /** Do the due work of a tenant's storefront: subscriptions, tokens, import. */
  syncStorefront: queue({ name: 'storefront.sync', jobId: perWindow, parse: parseTenantJob }),
};
