import { type CustomerId, SECOND_MS } from '#libs/core';
import { PARTITIONS } from '#libs/ingestion';
import type { Claim, ClaimedRequest, ClaimOptions } from './claim-requests.sql.js';

/** Content of about a thousand customers with one order each. */
const FIRST_BYTES = 128 * 1024;
/** Content of `BACKLOG_CHUNK` customers with a few orders each. */
const MOST_BYTES = 8 * FIRST_BYTES;
/** Highest number of requests in a claim: a chunk of single events in a backlog. */
const MOST_REQUESTS = 4096;
/** Limit of the first claim. One score of a customer answers all of its requests, so a claim takes a short backlog at once. */
const FIRST_REQUESTS = 512;
/** A claim locks as many requests as its limit and may take only a few of them. So the limit follows the number taken, but not below this. */
const LEAST_REQUESTS = 128;

/** The limits of a first claim: the oldest requests of all partitions. */
export const FIRST_CLAIM = {
  limit: FIRST_REQUESTS,
  bytes: FIRST_BYTES,
  maxPartitions: PARTITIONS,
  includesHeld: false,
};

/**
 * Number of customers in one transaction. It is large enough to share the cost of a transaction, and small enough to hold locks, and the thread that
 * other tenants need too, for well below a second.
 */
const CHUNK = 1000;
/** The same for a backlog while no other tenant is active. In a larger chunk one score answers more events of a customer. */
const BACKLOG_CHUNK = 3000;
/** Longest time that a chunk should take, because some API calls wait for it. Many orders, or a slow machine, make a chunk slow. */
const CHUNK_MS = SECOND_MS;
/** A claim takes at most twice the bytes of the previous one. Without a backlog it takes half of them. */
const MOST_GROWTH = 2;
/** Number of orders that cost as much to fold as one customer to score. */
const ORDERS_PER_CUSTOMER = 4;

/** Returns the work of a chunk in customers to score. Several requests for a customer are one score. */
function workOf(claimed: readonly ClaimedRequest[]): number {
  const customers = new Set<CustomerId>();
  let orders = 0;
  for (const { request } of claimed) {
    for (const { id } of request.customers) customers.add(id);
    for (const id of request.others) customers.add(id);
    orders += request.orders.length;
  }
  return Math.max(1, customers.size, orders / ORDERS_PER_CUSTOMER);
}

/** The limits of a claim that adapt from one claim to the next. */
export type ClaimLimits = Pick<ClaimOptions, 'limit' | 'bytes' | 'maxPartitions'>;

interface ChunkOutcome {
  /** Time that the claimed chunk took. */
  readonly ms: number;
  /** No other tenant has sent events in the last seconds. */
  readonly isAlone: boolean;
}

/**
 * Returns the limits of the next claim, for chunks of about `CHUNK` or `BACKLOG_CHUNK` customers. In a backlog each claim takes fewer partitions and
 * more of each. Other loops can then work on the rest, and one score answers more of a customer's events.
 */
export function claimAfter({ bytes, maxPartitions }: ClaimLimits, claim: Claim, { ms, isAlone }: ChunkOutcome): ClaimLimits {
  const most = claim.isCut && isAlone ? BACKLOG_CHUNK : CHUNK;
  const share = Math.min(most / workOf(claim.requests), CHUNK_MS / ms);
  const taken = claim.requests.length * Math.min(1, share);
  const next = Math.min(MOST_REQUESTS, Math.ceil(MOST_GROWTH * Math.max(taken, LEAST_REQUESTS / 2)));
  const wanted = Math.round(
    Math.min(MOST_BYTES, Math.max(FIRST_BYTES, bytes * (claim.isCut ? Math.min(MOST_GROWTH, share) : 1 / MOST_GROWTH))),
  );
  if (claim.isCut) return { limit: next, bytes: wanted, maxPartitions: Math.max(1, Math.floor(maxPartitions / 2)) };
  return { limit: next, bytes: wanted, maxPartitions: Math.min(PARTITIONS, Math.max(1, Math.round(claim.takenPartitions * share))) };
}
