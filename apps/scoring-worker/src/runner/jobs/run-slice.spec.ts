import { runSlice } from './run-slice.js';

/** A job with this number of steps. It logs the order in which they run. */
function jobOf(steps: number, stepsAtOnce = 1, stepMs = 0) {
  const log: string[] = [];
  let left = steps;
  const step = async (): Promise<boolean> => {
    if (left === 0) return false;
    left -= 1;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
    log.push('step');
    return true;
  };
  return { log, steps: { step, stepsAtOnce, finish: async () => void log.push('finish') } };
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick'] }));
afterEach(() => jest.useRealTimers());

async function sliceOf(job: ReturnType<typeof jobOf>): Promise<boolean> {
  const slice = runSlice(job.steps);
  await jest.advanceTimersByTimeAsync(60_000);
  return slice;
}

describe('a slice of a job', () => {
  it('runs all steps and finishes the job when they fit into the slice', async () => {
    const job = jobOf(3);
    await expect(sliceOf(job)).resolves.toBe(false);
    expect(job.log).toEqual(['step', 'step', 'step', 'finish']);
  });

  it('ends after 5 seconds without finishing the job, and reports that there is more to do', async () => {
    const job = jobOf(100, 1, 1000);
    await expect(sliceOf(job)).resolves.toBe(true);
    expect(job.log).toEqual(Array.from({ length: 5 }, () => 'step'));
  });

  it('runs as many steps at the same time as the job asks for', async () => {
    const job = jobOf(100, 2, 1000);
    await expect(sliceOf(job)).resolves.toBe(true);
    expect(job.log).toHaveLength(10);
  });

  it('throws the error of a step only after the other steps have ended', async () => {
    const log: string[] = [];
    let calls = 0;
    const step = async (): Promise<boolean> => {
      calls += 1;
      if (calls === 1) throw new Error('the database refuses');
      if (calls > 2) return false;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      log.push('second step ended');
      return true;
    };
    const slice = runSlice({ step, stepsAtOnce: 2, finish: async () => void log.push('finish') }).catch((error: Error) =>
      log.push(error.message),
    );
    await jest.advanceTimersByTimeAsync(10_000);
    await slice;
    expect(log).toEqual(['second step ended', 'the database refuses']);
  });
});
