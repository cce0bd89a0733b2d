import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `send` at fixed instants, even if earlier calls have not ended. A slow server does not slow the sender, because a shop's
 * customers do not wait for each other either.
 * @param send gets the number of the call from 0, and its planned instant as a time of `performance.now()`.
 * @returns a promise that resolves when all calls have ended.
 */
export async function runOpenLoop(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  send: (index: number, plannedAt: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const plannedAt = startedAt + (index * 1000) / perSecond;
    const early = plannedAt - performance.now();
    if (early > 0) await sleep(early);
    calls.push(send(index, plannedAt));
  }
  await Promise.all(calls);
}
