import { FIRST_ID, LAST_ID, newIds } from '#libs/core';
import { HAS_ALIASES, type TenantDb, uuidColumn } from '#libs/database';
import { ALL_PARTITIONS, fromContent, namedIn, type ScoreRequest, toContent } from '#libs/ingestion';

export interface ClaimedRequest {
  readonly id: string;
  readonly partition: number;
  readonly request: ScoreRequest;
  /** Number of workers that began with the request and did not finish; see `beginWithNew`. */
  readonly tries: number;
}

/** Describes what to claim of a lane. */
export interface ClaimOptions {
  readonly backfill: boolean;
  /** Highest number of requests, divided equally among the partitions; at least one of each. */
  limit: number;
  /** Bytes of content after which the claim takes no further request. */
  bytes: number;
  /** Highest number of partitions. Those with the oldest requests come first. */
  maxPartitions: number;
  /** The only partition to take from; null: any. */
  partition: number | null;
  /** The only request to take; null: any. */
  id: string | null;
  /** Also takes the free requests of partitions that other workers hold. */
  includesHeld: boolean;
  /** The lease of the caller; the claim then takes only its requests. Null: takes any request without a lease. */
  begun: Lease | null;
}

/** The lease of a worker on requests that it has begun with. */
export interface Lease {
  /** Start of the lease. It also identifies the requests. */
  readonly begunAt: string;
  /** The newest of the requests. */
  readonly lastId: string;
}

export interface Claim {
  /** Oldest first. When smaller and smaller chunks fail, the request that causes it ends up first. */
  readonly requests: readonly ClaimedRequest[];
  /** Number of partitions that the claim locked. When the limits were reached early, some of them contribute no request. */
  readonly takenPartitions: number;
  /** More requests of these partitions wait. */
  readonly isCut: boolean;
  /** Requests of other partitions wait, or other workers hold them. */
  readonly othersWait: boolean;
  /** The tenant has aliases, so some of the requests may name one. */
  readonly hasAliases: boolean;
}

/** Duration of a lease. Within this time the worker locks the requests. */
const LEASE = "interval '2 seconds'";

// The oldest request of a partition acts as its lock. A worker locks or leases it; other workers skip the partition. Needs the primary key
// (tenant_id, backfill, partition, id), and reads each partition by itself: reading them together would sort a backlog of a million requests. A lock
// is a write, so a claim locks only its share of the limit in each partition. Postgres knows the length of a stored text without reading it. Postgres
// often plans with figures from a time when the table was nearly empty. For a plain join with the heads it would then read all requests. Without a
// lease all requests match. Postgres expects half of the rows to pass a CASE, so it walks along the key until one does. It expects few rows to pass
// an OR, and would read and sort all of them.
const MATCHES_LEASE = 'CASE WHEN $8::timestamptz IS NULL THEN true ELSE coalesce(begun_at = $8, false) END';
const IS_FREE = `CASE WHEN $8::timestamptz IS NULL THEN coalesce(begun_at NOT BETWEEN now() - ${LEASE} AND now() + ${LEASE}, true) ELSE begun_at = $8 END`;
// A request can be stored while the transaction of a claim runs.
const IS_DUE = "due_at <= now() + interval '1 second'";
const OLDEST = `
heads AS MATERIALIZED (
  SELECT p.partition, h.id FROM unnest($3::smallint[]) AS p (partition), LATERAL (
    SELECT id FROM score_requests r WHERE r.tenant_id = $1 AND r.backfill = $2 AND r.partition = p.partition AND NOT r.set_aside AND ${IS_DUE}
    AND id BETWEEN $9 AND $10 AND ${MATCHES_LEASE} ORDER BY id LIMIT 1) h),
free AS MATERIALIZED (
  SELECT h.partition FROM (SELECT * FROM heads ORDER BY id) h, LATERAL (
    SELECT 1 FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND partition = h.partition AND id = h.id AND ${IS_FREE}
    FOR UPDATE SKIP LOCKED) r
  LIMIT $4),
taken AS MATERIALIZED (SELECT partition FROM free UNION SELECT partition FROM heads WHERE $7),
oldest AS MATERIALIZED (
  SELECT o.* FROM taken t, LATERAL (
    SELECT ctid AS place, partition, id, tries, octet_length(content) AS bytes FROM score_requests
    WHERE tenant_id = $1 AND backfill = $2 AND partition = t.partition AND id BETWEEN $9 AND $10 AND NOT set_aside AND ${IS_DUE} AND ${IS_FREE}
    ORDER BY id LIMIT $5 FOR UPDATE SKIP LOCKED) o),
claimable AS (SELECT * FROM (SELECT *, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM oldest) o WHERE before < $6)`;

const parametersOf = ({ backfill, limit, bytes, maxPartitions, partition, id, includesHeld, begun }: ClaimOptions): unknown[] => [
  backfill,
  partition === null ? ALL_PARTITIONS : [partition],
  maxPartitions,
  Math.ceil(limit / (partition === null ? maxPartitions : 1)),
  bytes,
  includesHeld,
  begun?.begunAt ?? null,
  id ?? FIRST_ID,
  id ?? begun?.lastId ?? LAST_ID,
];

// The commit deletes the rows together with writing their results. When a worker dies or freezes, its transaction ends and the rows are free again.
// Oldest first. Rows beyond the bytes stay; they are locked until the commit.
const CLAIM = `
WITH ${OLDEST},
gone AS (
  DELETE FROM score_requests WHERE tenant_id = $1 AND ctid = ANY (ARRAY(SELECT place FROM claimable)) RETURNING id, partition, content, tries),
counts AS (
  SELECT (SELECT count(*)::int FROM heads) AS "waitingPartitions", (SELECT count(*)::int FROM taken) AS "takenPartitions",
         (SELECT count(*)::int FROM oldest) AS found, ${HAS_ALIASES} AS "hasAliases",
         EXISTS (SELECT 1 FROM oldest GROUP BY partition HAVING count(*) = $5) AS "areMore")
SELECT c.*, g.* FROM counts c LEFT JOIN gone g ON true ORDER BY g.id`;

interface ClaimedRow {
  readonly id: string | null;
  readonly partition: number;
  readonly content: string;
  readonly tries: number;
  readonly waitingPartitions: number;
  readonly takenPartitions: number;
  readonly found: number;
  readonly areMore: boolean;
  readonly hasAliases: boolean;
}

/** Takes the oldest requests of partitions that no other worker holds. */
export async function claimRequests(db: TenantDb, options: ClaimOptions): Promise<Claim> {
  const rows = await db.prepared<ClaimedRow>(CLAIM, parametersOf(options));
  const requests = rows.flatMap(({ id, partition, content, tries }) =>
    id === null ? [] : [{ id, partition, tries, request: fromContent(db.tenantId, content) }],
  );
  const { waitingPartitions, takenPartitions, found, areMore, hasAliases } = rows[0]!;
  const isCut = requests.length > 0 && (areMore || found > requests.length);
  return { requests, takenPartitions, isCut, othersWait: waitingPartitions > takenPartitions, hasAliases };
}

const begin = (chosen: string): string => `
WITH ${OLDEST},
suspect AS (SELECT id FROM oldest WHERE tries > 0 ORDER BY id LIMIT 1),
begun AS (
  UPDATE score_requests SET tries = tries + 1, begun_at = now() WHERE tenant_id = $1 AND ctid = ANY (ARRAY(SELECT place FROM claimable ${chosen}))
  RETURNING id, partition, tries, begun_at, customer_ids)
SELECT CASE WHEN count(*) > 0 THEN json_build_object('begunAt', max(begun_at)::text, 'lastId', max(id::text)) END AS lease,
       min(partition) AS partition, max(tries) AS tries, max(cardinality(customer_ids)) AS customers,
       EXISTS (SELECT 1 FROM heads) AS "anyWait", coalesce((SELECT tries > 0 FROM oldest ORDER BY id LIMIT 1), false) AS "suspectIsNext" FROM begun`;

const BEGIN_WITH_NEW = begin('WHERE (id >= (TABLE suspect)) IS NOT TRUE');
const BEGIN_WITH_OLDEST = begin('ORDER BY id LIMIT 1');

/** The requests with which a worker begins. */
export interface Begun {
  /** Null: no requests wait, or other workers hold them. */
  readonly lease: Lease | null;
  readonly anyWait: boolean;
  /** A worker began with the oldest request and did not finish. */
  readonly suspectIsNext: boolean;
}

/**
 * Records that a worker begins with the oldest requests of the lane, up to the first suspect. It commits before the claim does. The record is
 * deleted with the request. When the process dies, the record stays and marks the request as a possible cause.
 */
export const beginWithNew = async (db: TenantDb, options: ClaimOptions): Promise<Begun> =>
  (await db.query<Begun>(BEGIN_WITH_NEW, parametersOf(options)))[0]!;

/** The oldest request, which a worker tries alone. */
export interface Suspect extends Begun {
  readonly partition: number;
  /** Number of tries, including the current one. */
  readonly tries: number;
  /** Number of customers that it names. */
  readonly customers: number;
}

/** Records that a worker begins with the oldest request alone. */
export const beginWithOldest = async (db: TenantDb, options: ClaimOptions): Promise<Suspect> =>
  (await db.query<Suspect>(BEGIN_WITH_OLDEST, parametersOf(options)))[0]!;

const RELEASE = `
UPDATE score_requests SET tries = tries - 1, begun_at = NULL WHERE tenant_id = $1 AND backfill = $2 AND partition = ANY ($3::smallint[]) AND id <= $4 AND begun_at = $5::timestamptz`;

/** Ends the lease and undoes the records, because the worker has survived the requests. */
export async function releaseBegun(
  db: TenantDb,
  { backfill, begun }: { readonly backfill: boolean; readonly begun: Lease },
): Promise<void> {
  await db.query(RELEASE, [backfill, ALL_PARTITIONS, begun.lastId, begun.begunAt]);
}

const INSERT = `
INSERT INTO score_requests (tenant_id, backfill, partition, id, customer_ids, content, set_aside, tries)
VALUES ($1, $2, $3, $4, $5::uuid[], $6, $7, $8)`;

/** Puts a claimed request back as several smaller ones, after all others. */
export async function putBack(
  db: TenantDb,
  { backfill, partition }: { readonly backfill: boolean; readonly partition: number },
  requests: readonly ScoreRequest[],
  { setAside = false, tries = 0 }: { readonly setAside?: boolean; readonly tries?: number } = {},
): Promise<void> {
  const ids = newIds(requests.length);
  for (const [index, request] of requests.entries())
    await db.query(INSERT, [backfill, partition, ids[index], uuidColumn(namedIn(request)), toContent(request), setAside, tries]);
}
