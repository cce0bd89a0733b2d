import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './shop.js';

/** A job as the api tells of it. */
export interface Job {
  readonly job_id: string;
  readonly type: string;
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  readonly queued: number;
  readonly processed: number;
  readonly failed: number;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly error: string | null;
}

export async function jobOf(shop: Shop, jobId: string): Promise<Job> {
  const response = await shop.get(`/churn/jobs/${jobId}`);
  if (response.status !== 200) throw new Error(`no job ${jobId}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body as Job;
}

/** Waits until the job has completed or failed. */
export async function endOf(shop: Shop, jobId: string, timeoutMs = 20_000): Promise<Job> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const job = await jobOf(shop, jobId);
    if (job.finished_at !== null) return job;
    if (Date.now() > deadline) throw new Error(`not finished after ${timeoutMs} ms: ${JSON.stringify(job)}`);
    await sleep(40);
  }
}
