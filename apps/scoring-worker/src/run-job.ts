import { type LogFields, JOBS, traced, withLogFields } from '#libs/observability';
import type { JobOrigin, QueueContract } from '#libs/queues';
import type { TenantId } from '#libs/core';

interface TenantJob {
  readonly tenantId: TenantId;
  readonly origin?: JobOrigin;
}

/**
 * Does one job of Bull's. Whatever it logs carries its queue and id, and the id of the request that made it necessary; its span goes
 * on with that request's trace.
 */
export async function runJob<Payload extends TenantJob>(
  contract: QueueContract<Payload>,
  job: { readonly id: string | number; readonly data: unknown },
  work: (payload: Payload) => Promise<unknown>,
): Promise<void> {
  const payload = contract.parse(job.data);
  const { tenantId, origin } = payload;
  const queueJobId = String(job.id);
  const fields: LogFields = { queue: contract.name, queueJobId, requestId: origin?.requestId };
  const attributes = {
    'messaging.destination.name': contract.name,
    'messaging.message.id': queueJobId,
    'churn.tenant_id': tenantId,
    'churn.request_id': origin?.requestId,
  };
  const started = performance.now();
  let outcome = 'failed';
  try {
    await withLogFields(fields, () =>
      traced(`${contract.name} process`, { kind: 'consumer', attributes, parent: origin?.traceparent }, () => work(payload)),
    );
    outcome = 'done';
  } finally {
    JOBS.observe({ queue: contract.name, outcome }, (performance.now() - started) / 1000);
  }
}
