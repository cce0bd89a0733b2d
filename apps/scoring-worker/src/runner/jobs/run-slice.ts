import { SECOND_MS } from '#libs/core';

/** A slice ends after this, so that other jobs progress too; the sweep comes back to the job. */
const SLICE_MS = 5 * SECOND_MS;

/** A long job as a series of small transactions. */
export interface JobSteps {
  /** Does one step in its own transaction. @returns false when this process has nothing more to do. */
  readonly step: () => Promise<boolean>;
  /** Runs after the last step of this process. Other workers may still be busy with steps of theirs, so it checks whether the job is done. */
  readonly finish?: () => Promise<void>;
  /** Steps that run at the same time. */
  readonly stepsAtOnce: number;
}

/**
 * Runs steps until none is left or the time of the slice is used up. A crash costs one step.
 * @returns whether this process has more to do
 */
export async function runSlice({ step, finish, stepsAtOnce }: JobSteps): Promise<boolean> {
  const until = performance.now() + SLICE_MS;
  const lane = async (): Promise<boolean> => {
    let hasMore = true;
    while (hasMore && performance.now() < until) hasMore = await step();
    return hasMore;
  };
  // An error is thrown only after all lanes have ended: the next slice must not meet steps of this one.
  const lanes = await Promise.allSettled(Array.from({ length: stepsAtOnce }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  if (lanes.some((ended) => ended.status === 'fulfilled' && ended.value)) return true;
  await finish?.();
  return false;
}
