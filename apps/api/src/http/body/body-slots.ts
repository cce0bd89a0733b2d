import { busy, FairSlots, Neighbours, SECOND_MS } from '#libs/core';
import type { Holder } from './held-bytes.js';

/**
 * Bodies below this size, about 300 events, need no slot. With two of them at a time, batches of a hundred would be stored at three quarters of the
 * rate.
 */
const LARGE_BYTES = 64 * 1024;
/**
 * Number of large bodies that a process serves at the same time. Each takes tens of milliseconds of its only thread, and a small request waits
 * behind all of them at each of its steps.
 */
const SLOTS = 8;
/**
 * Number of large bodies of one caller. Two keep both the thread and Postgres busy. One leaves room for others: their requests take two thirds of
 * the time, and the import takes a quarter more.
 */
const PER_CALLER = { alone: 2, besideOthers: 1 };
/** Two callers are active together when they send within this time of each other. */
const LATELY_MS = 5 * SECOND_MS;
/** Longest wait for a slot. Sixteen bodies of a thousand events wait for up to two seconds when they are served one by one. */
const MOST_WAIT_MS = 3 * SECOND_MS;

const callers = new Neighbours(LATELY_MS);

const slots = new FairSlots({
  slots: SLOTS,
  perKey: () => (callers.areHere ? PER_CALLER.besideOthers : PER_CALLER.alone),
  mostWaitMs: MOST_WAIT_MS,
  refuse: () => busy('the service'),
});

/**
 * Runs `serve`, for a large body when its holder has a slot. The memory of the body is counted before.
 * @param bytes as sent; Infinity when the number is not known
 * @throws AppError `service_unavailable` after three seconds without a slot
 */
export function serveInSlot<T>({ name }: Holder, bytes: number, serve: () => Promise<T>): Promise<T> {
  callers.note(name);
  return bytes < LARGE_BYTES ? serve() : slots.use(name, serve);
}

/**
 * Runs `serve` within the `serveInSlot` of a backfill. Backfills do not count as requests of a minute, so their small bodies wait for a slot too.
 * @throws AppError like `serveInSlot`
 */
export function serveBackfillInSlot<T>({ name }: Holder, bytes: number, serve: () => Promise<T>): Promise<T> {
  return bytes < LARGE_BYTES ? slots.use(name, serve) : serve();
}
