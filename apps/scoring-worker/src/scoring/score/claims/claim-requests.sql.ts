import { HAS_ALIASES, type TenantDb, uuidColumn } from '#libs/database';
import { ALL_PARTITIONS, fromContent, namedIn, type ScoreRequest, toContent } from '#libs/ingestion';
import type { Lane } from '../lane.js';

/** The place of a request in its lane. */
export interface Place {
  readonly id: string;
  readonly partition: number;
}

export interface ClaimedRequest extends Place {
  readonly request: ScoreRequest;
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
  /** Also takes the free requests of partitions that other workers hold. */
  includesHeld: boolean;
}

export interface Claim {
  /** Oldest first. */
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

// The oldest request of a partition acts as its lock. A worker locks it; other workers skip the partition. Needs the primary key
// (tenant_id, backfill, partition, id), and reads each partition by itself: reading them together would sort a backlog of a million requests. A lock
// is a write, so a claim locks only its share of the limit in each partition. Postgres knows the length of a stored text without reading it. Postgres
// often plans with figures from a time when the table was nearly empty. For a plain join with the heads it would then read all requests.
// A request can be stored while the transaction of a claim runs.
const IS_DUE = "NOT alone AND due_at <= now() + interval '1 second'";
const OLDEST = `
heads AS MATERIALIZED (
  SELECT p.partition, h.id FROM unnest($3::smallint[]) AS p (partition), LATERAL (
    SELECT id FROM score_requests r WHERE r.tenant_id = $1 AND r.backfill = $2 AND r.partition = p.partition AND ${IS_DUE}
    ORDER BY id LIMIT 1) h),
free AS MATERIALIZED (
  SELECT h.partition FROM (SELECT * FROM heads ORDER BY id) h, LATERAL (
    SELECT 1 FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND partition = h.partition AND id = h.id
    FOR UPDATE SKIP LOCKED) r
  LIMIT $4),
taken AS MATERIALIZED (SELECT partition FROM free UNION SELECT partition FROM heads WHERE $7),
oldest AS MATERIALIZED (
  SELECT o.* FROM taken t, LATERAL (
    SELECT ctid AS place, partition, id, octet_length(content) AS bytes FROM score_requests
    WHERE tenant_id = $1 AND backfill = $2 AND partition = t.partition AND ${IS_DUE}
    ORDER BY id LIMIT $5 FOR UPDATE SKIP LOCKED) o),
claimable AS (SELECT * FROM (SELECT *, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM oldest) o WHERE before < $6)`;

const parametersOf = ({ backfill, limit, bytes, maxPartitions, includesHeld }: ClaimOptions): unknown[] => [
  backfill,
  ALL_PARTITIONS,
  maxPartitions,
  Math.ceil(limit / maxPartitions),
  bytes,
  includesHeld,
];

/** SQL: changes the chosen requests and returns them, oldest first. Rows beyond the bytes stay; they are locked until the commit. */
const choose = (verb: 'DELETE FROM' | 'UPDATE', assignments = ''): string => `
WITH ${OLDEST},
chosen AS (
  ${verb} score_requests ${assignments} WHERE tenant_id = $1 AND ctid = ANY (ARRAY(SELECT place FROM claimable)) RETURNING id, partition, content),
counts AS (
  SELECT (SELECT count(*)::int FROM heads) AS "waitingPartitions", (SELECT count(*)::int FROM taken) AS "takenPartitions",
         (SELECT count(*)::int FROM oldest) AS found, ${HAS_ALIASES} AS "hasAliases",
         EXISTS (SELECT 1 FROM oldest GROUP BY partition HAVING count(*) = $5) AS "areMore")
SELECT c.*, g.* FROM counts c LEFT JOIN chosen g ON true ORDER BY g.id`;

// The commit deletes the rows together with writing their results. When a worker dies or freezes, its transaction ends and the rows are free again.
const CLAIM = choose('DELETE FROM');
// The worker that begins has two seconds to claim them.
const BEGIN = choose('UPDATE', "SET alone = true, due_at = now() + interval '2 seconds'");

interface ClaimedRow {
  readonly id: string | null;
  readonly partition: number;
  readonly content: string;
  readonly waitingPartitions: number;
  readonly takenPartitions: number;
  readonly found: number;
  readonly areMore: boolean;
  readonly hasAliases: boolean;
}

/** Takes the oldest requests of partitions that no other worker holds. */
export const claimRequests = async (db: TenantDb, options: ClaimOptions): Promise<Claim> =>
  toClaim(db, await db.prepared<ClaimedRow>(CLAIM, parametersOf(options)));

/**
 * Marks the oldest requests, for a process that is about to begin with them. It commits before the work begins. If the process dies, they stay,
 * and workers try each of them alone (`ScoreAlone`), after two seconds at the earliest.
 */
export const beginAlone = async (db: TenantDb, options: ClaimOptions): Promise<Claim> =>
  toClaim(db, await db.query<ClaimedRow>(BEGIN, parametersOf(options)));

function toClaim(db: TenantDb, rows: readonly ClaimedRow[]): Claim {
  const requests = rows.flatMap(({ id, partition, content }) =>
    id === null ? [] : [{ id, partition, request: fromContent(db.tenantId, content) }],
  );
  const { waitingPartitions, takenPartitions, found, areMore, hasAliases } = rows[0]!;
  const isCut = requests.length > 0 && (areMore || found > requests.length);
  return { requests, takenPartitions, isCut, othersWait: waitingPartitions > takenPartitions, hasAliases };
}

// Needs the primary key.
const CLAIM_NAMED = `
WITH named AS MATERIALIZED (
  SELECT r.place FROM unnest($3::smallint[], $4::uuid[]) AS n (partition, id), LATERAL (
    SELECT ctid AS place FROM score_requests
    WHERE tenant_id = $1 AND backfill = $2 AND partition = n.partition AND id = n.id FOR UPDATE SKIP LOCKED) r),
gone AS (
  DELETE FROM score_requests WHERE tenant_id = $1 AND ctid = ANY (ARRAY(SELECT place FROM named)) RETURNING id, partition, content)
SELECT id, partition, content, ${HAS_ALIASES} AS "hasAliases" FROM gone ORDER BY id`;

/** Takes these requests, except those that are gone or that other workers hold. */
export async function claimNamed(
  db: TenantDb,
  { backfill }: Lane,
  places: readonly Place[],
): Promise<{ readonly requests: readonly ClaimedRequest[]; readonly hasAliases: boolean }> {
  const parameters = [backfill, places.map(({ partition }) => partition), uuidColumn(places.map(({ id }) => id))];
  const rows = await db.query<Place & { readonly content: string; readonly hasAliases: boolean }>(CLAIM_NAMED, parameters);
  const requests = rows.map(({ id, partition, content }) => ({ id, partition, request: fromContent(db.tenantId, content) }));
  return { requests, hasAliases: rows[0]?.hasAliases ?? false };
}

const PUT_BACK = `
INSERT INTO score_requests (tenant_id, backfill, partition, id, customer_ids, content, alone, set_aside)
VALUES ($1, $2, $3, $4, $5::uuid[], $6, true, $7)`;

/** Stores a request that workers try alone. One that is set aside waits for an operator. */
export async function putBack(
  db: TenantDb,
  { backfill }: Lane,
  { id, partition }: Place,
  request: ScoreRequest,
  isSetAside = false,
): Promise<void> {
  await db.query(PUT_BACK, [backfill, partition, id, uuidColumn(namedIn(request)), toContent(request), isSetAside]);
}
