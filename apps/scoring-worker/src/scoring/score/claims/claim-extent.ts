import { type CustomerId, SECOND_MS } from '#libs/core';
import { PARTITIONS } from '#libs/ingestion';
import type { Claim, ClaimedRequest, ClaimOptions } from './claim-requests.sql.js';

/** The content of about a thousand customers with an order each. */
const FIRST_BYTES = 128 * 1024;
/** The content of `BACKLOG_CHUNK` customers with a few orders each. */
const MOST_BYTES = 8 * FIRST_BYTES;
/** The most requests of a claim: a chunk of single events in a backlog. */
const MOST_REQUESTS = 4096;
/** The limit of the first claim. One score of a customer answers all of its requests, so a short backlog is claimed at once. */
const FIRST_REQUESTS = 512;
/** A claim locks its limit of requests and may take few of them, so the limit then follows what was taken, down to this one. */
const LEAST_REQUESTS = 128;

/** Takes the oldest requests, of whatever partitions. */
export const WIDEST = {
  limit: FIRST_REQUESTS,
  bytes: FIRST_BYTES,
  width: PARTITIONS,
  partition: null,
  id: null,
  insists: false,
  begun: null,
};

/**
 * Customers in one transaction: large enough to share its cost, small enough to hold its locks for well below a second. Other tenants wait for
 * the thread meanwhile.
 */
const CHUNK = 1000;
/** The same in the backlog of a tenant that is alone. The larger a chunk is, the more events of a customer one score answers. */
const BACKLOG_CHUNK = 3000;
/** The most time that a chunk should take, because some calls of the API wait for it. Many orders, or a slow machine, make a chunk slow. */
const CHUNK_MS = SECOND_MS;
/** A claim has at most twice the bytes of the one before. Without a backlog it has half of them. */
const MOST_GROWTH = 2;
/** Orders that cost as much to fold as one customer to score. */
const ORDERS_PER_CUSTOMER = 4;

/** The work of a chunk, in customers to score: requests of the same customers are one score. */
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

/** The limits of a claim that change from one claim to the next. */
export type Extent = Pick<ClaimOptions, 'limit' | 'bytes' | 'width'>;

interface ChunkOutcome {
  /** The time that the chunk of the claim took. */
  readonly ms: number;
  /** No other tenant has sent events lately. */
  readonly isAlone: boolean;
}

/**
 * Returns what to claim after a claim, for chunks of about `CHUNK` or `BACKLOG_CHUNK` customers. In a backlog each claim takes fewer partitions and
 * more of each. So other chains work on the rest, and one score answers more of a customer's events.
 */
export function claimAfter({ limit, bytes, width }: Extent, claim: Claim, { ms, isAlone }: ChunkOutcome): Extent {
  const most = claim.isCut && isAlone ? BACKLOG_CHUNK : CHUNK;
  const share = Math.min(most / workOf(claim.requests), CHUNK_MS / ms);
  const taken = claim.requests.length * Math.min(1, share);
  // A limit below the least one comes from a failure, and grows again step by step.
  const next = Math.min(MOST_REQUESTS, Math.ceil(MOST_GROWTH * Math.max(taken, Math.min(limit, LEAST_REQUESTS / 2))));
  const wanted = Math.round(
    Math.min(MOST_BYTES, Math.max(FIRST_BYTES, bytes * (claim.isCut ? Math.min(MOST_GROWTH, share) : 1 / MOST_GROWTH))),
  );
  if (claim.isCut) return { limit: next, bytes: wanted, width: Math.max(1, Math.floor(width / 2)) };
  return { limit: next, bytes: wanted, width: Math.min(PARTITIONS, Math.max(1, Math.round(claim.takenPartitions * share))) };
}
