import { patient } from '../waiting/limits.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '#libs/client';
import type { Shop } from './shop.js';

export const jobOf = (shop: Shop, jobId: string): Promise<Job> => shop.client().jobs.get(jobId);

/** Waits until the job has completed or failed. */
export async function endOf(shop: Shop, jobId: string, timeoutMs = 20_000): Promise<Job> {
  const deadline = Date.now() + patient(timeoutMs);
  for (;;) {
    const job = await jobOf(shop, jobId);
    if (job.finished_at !== null) return job;
    if (Date.now() > deadline) throw new Error(`not finished after ${timeoutMs} ms: ${JSON.stringify(job)}`);
    await sleep(40);
  }
}
