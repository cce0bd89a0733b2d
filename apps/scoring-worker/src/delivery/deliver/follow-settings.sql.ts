import { finishPartsOf } from '#libs/campaigns';
import { PROFILES_REMOVED } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { liveSecretIds } from '#libs/tenants';
import {
  blockedBy,
  type DeadLetterReason,
  type Destination,
  enableEndpoint,
  endpointOf,
  markDestinationDue,
  readDestinations,
} from '#libs/delivery';
import type { LeasedEndpoint } from './lease-endpoint.sql.js';

/** Deliveries that became dead letters without another attempt. */
export interface GivenUp {
  readonly reason: DeadLetterReason;
  readonly count: number;
}

// Need index deliveries_due.
const giveUpWhere = (condition: string): string => `
WITH given_up AS (
  UPDATE deliveries SET status = 'dead_letter', dead_letter_reason = $3, next_attempt_at = NULL, completed_at = now(),
    body = CASE WHEN event = '${PROFILES_REMOVED}' THEN NULL ELSE body END, progress = NULL
  WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('pending', 'failed') AND ${condition}
  RETURNING id, campaign_id, status, last_attempt_at),
finished AS (${finishPartsOf('given_up')})
SELECT count(*)::int AS count FROM given_up`;
const GIVE_UP_ALL = giveUpWhere('true');
const GIVE_UP_CAMPAIGNS = giveUpWhere('campaign_id IS NOT NULL');
const GIVE_UP_OF = giveUpWhere('destination_id = $4');
const GIVE_UP_DELETED = giveUpWhere('destination_id IS NOT NULL AND destination_id <> ALL ($4::uuid[])');

async function giveUp(
  db: TenantDb,
  sql: string,
  endpointId: string,
  reason: DeadLetterReason,
  ...parameters: readonly unknown[]
): Promise<GivenUp> {
  const [row] = await db.query<{ count: number }>(sql, [endpointId, reason, ...parameters]);
  return { reason, count: row?.count ?? 0 };
}

/** Gives up all open deliveries of the endpoint. */
export const giveUpAll = (db: TenantDb, endpointId: string, reason: DeadLetterReason): Promise<GivenUp> =>
  giveUp(db, GIVE_UP_ALL, endpointId, reason);

/** The endpoint of a lease after the settings were applied, and the deliveries that were given up. */
export interface Followed {
  readonly endpoint: LeasedEndpoint;
  /** The enabled destination that the endpoint belongs to; null when only campaigns may use it. */
  readonly destination: Destination | null;
  readonly givenUp: readonly GivenUp[];
}

/**
 * Applies the tenant's current settings to the open deliveries of the endpoint: gives up those of destinations that were removed or disabled,
 * moves those of destinations that have another URL, and gives up the deliveries of campaigns when the endpoint is disabled.
 */
export async function followSettings(db: TenantDb, endpointId: string, leased: LeasedEndpoint): Promise<Followed> {
  const destinations = await readDestinations(db);
  const owner = ownerAmong(destinations, db, endpointId);
  if (owner === null) {
    const givenUp = leased.disabled_reason === null ? [] : [await giveUp(db, GIVE_UP_CAMPAIGNS, endpointId, 'endpoint_disabled')];
    return { endpoint: leased, destination: null, givenUp: [...givenUp, ...(await leaveEndpoint(db, endpointId, destinations))] };
  }
  if (leased.disabled_reason === null) return { endpoint: leased, destination: owner, givenUp: [] };
  await enableEndpoint(db, endpointId);
  const endpoint = { ...leased, disabled_reason: null, consecutive_failures: 0, failing_for_ms: 0 };
  return { endpoint, destination: owner, givenUp: [] };
}

const ownerAmong = (destinations: readonly Destination[], { tenantId }: TenantDb, endpointId: string): Destination | null =>
  destinations.find((each) => each.enabled && endpointOf(tenantId, each)?.id === endpointId) ?? null;

/** The terms of a lease: the destination that the endpoint belongs to, its credential, and the secrets that sign. */
export interface Terms {
  /** Null when only campaigns may use the endpoint. */
  readonly owner: string | null;
  /** Changes with the credential and the secrets. */
  readonly keys: string;
}

/** Reads the current terms of the endpoint. A lease ends when they differ from the terms at its start. */
export async function readTerms(db: TenantDb, endpointId: string, now: Date): Promise<Terms> {
  const [destinations, secretIds] = await Promise.all([readDestinations(db), liveSecretIds(db, now)]);
  const owner = ownerAmong(destinations, db, endpointId);
  return { owner: owner?.id ?? null, keys: [owner?.ciphertext?.toString('base64'), ...secretIds].join() };
}

/** Moves the deliveries of an endpoint without a destination to the current endpoint of their destination, or gives them up. */
async function leaveEndpoint(db: TenantDb, endpointId: string, destinations: readonly Destination[]): Promise<GivenUp[]> {
  const current = destinations.flatMap((each) => (each.enabled ? (endpointOf(db.tenantId, each)?.id ?? []) : []));
  const givenUp: GivenUp[] = [];
  for (const destination of destinations) {
    const endpoint = endpointOf(db.tenantId, destination);
    const reason = blockedBy(destination, true);
    if (reason !== null) givenUp.push(await giveUp(db, GIVE_UP_OF, endpointId, reason, destination.id));
    else if (endpoint !== null) await markDestinationDue(db, destination.id, endpoint, current);
  }
  const ids = destinations.map(({ id }) => id);
  // The first webhook has the id of the tenant. Without a row for it, the tenant has no URL.
  if (!ids.includes(db.tenantId)) givenUp.push(await giveUp(db, GIVE_UP_OF, endpointId, 'url_removed', db.tenantId));
  return [...givenUp, await giveUp(db, GIVE_UP_DELETED, endpointId, 'destination_deleted', ids)];
}
