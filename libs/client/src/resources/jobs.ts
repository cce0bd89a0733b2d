import type { JobDto } from '../generated/api.js';
import type { CallOptions, HttpCaller } from '../http/http-caller.js';
import type { Surroundings } from '../surroundings.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;
const GROWTH = 1.5;

/** Reads recalculations and erasures that are running or ended within the last 30 days. */
export class Jobs {
  constructor(
    private readonly http: HttpCaller,
    private readonly surroundings: Pick<Surroundings, 'pause'>,
  ) {}

  /** @throws ChurnApiError 404 when the job does not exist. */
  get(jobId: string, options?: CallOptions): Promise<JobDto> {
    return this.http.call('GET /churn/jobs/{job_id}', { path: { job_id: jobId } }, options);
  }

  /**
   * Polls until the job has ended, with pauses that grow to 5 s. Without a signal it waits as long as the job takes.
   * @returns the job, `completed` or `failed`.
   */
  async wait(jobId: string, options: CallOptions = {}): Promise<JobDto> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
      const job = await this.get(jobId, options);
      if (job.status === 'completed' || job.status === 'failed') return job;
      await this.surroundings.pause(pauseMs, options.signal);
    }
  }
}
