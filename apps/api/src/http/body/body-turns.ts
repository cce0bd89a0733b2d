import { busy, FairSlots, SECOND_MS } from '#libs/core';
import type { Holder } from './held-bytes.js';

/** A body below this size, about 300 events, is served at once: in turns of two, batches of a hundred would be stored at three quarters of the rate. */
export const LARGE_BYTES = 64 * 1024;
/**
 * Large bodies that a process serves at the same time. Each takes tens of milliseconds of its only thread, and a small request waits behind
 * all of them at each of its steps. Two of one caller keep both the thread and Postgres busy.
 */
const AT_ONCE = { slots: 8, perKey: 2 };
const MOST_WAIT_MS = 2 * SECOND_MS;

const turns = new FairSlots({ ...AT_ONCE, mostWaitMs: MOST_WAIT_MS, refuse: () => busy('the service') });

/**
 * Runs `serve` when it is the turn of whoever answers for the body. Its memory is counted before.
 * @throws AppError `service_unavailable` after two seconds without a turn
 */
export const inTurn = <T>({ name }: Holder, serve: () => Promise<T>): Promise<T> => turns.use(name, serve);
