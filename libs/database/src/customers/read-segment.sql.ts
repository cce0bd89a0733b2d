import { type CustomerChoice, isUuid, NO_FILTER, readyMadeSegment, type SegmentFilter } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';
import { customerOf } from './aliases.sql.js';

// Needs the primary keys.
const FIND = 'SELECT filter FROM segments WHERE tenant_id = $1 AND id = $2';
const MEMBERS = `SELECT DISTINCT ${customerOf('m.customer_id')} AS id FROM segment_customers m WHERE m.tenant_id = $1 AND m.segment_id = $2`;

/** Returns the conditions of a segment, and its customers where they were listed; null when the tenant has no such segment. */
export async function readSegment(db: TenantDb, id: string): Promise<CustomerChoice | null> {
  const readyMade = readyMadeSegment(id);
  if (readyMade !== null) return readyMade.filter;
  if (!isUuid(id)) return null;
  const [segment] = await db.query<{ filter: SegmentFilter | null }>(FIND, [id]);
  if (segment === undefined) return null;
  if (segment.filter !== null) return segment.filter;
  const members = await db.query<{ id: string }>(MEMBERS, [id]);
  return { ...NO_FILTER, among: members.map((member) => member.id) };
}
