import { type LogFields, JOBS, traced, withLogFields } from '#libs/observability';
import type { QueueContract, QueuedJob, TenantJob } from '#libs/queues';

/** The consumer's half of a queue's contract. */
export type ConsumedQueue<Payload> = Pick<QueueContract<Payload>, 'name' | 'parse'>;

/**
 * Runs one queue job. Its log lines carry the queue, the job id and the id of the request that caused the job; its span continues
 * the trace of that request.
 */
export async function runJob<Payload extends TenantJob>(
  contract: ConsumedQueue<Payload>,
  job: QueuedJob,
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
