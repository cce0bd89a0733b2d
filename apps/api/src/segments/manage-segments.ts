import { Injectable } from '@nestjs/common';
import { lockCampaigns } from '#libs/campaigns';
import {
  AppError,
  type AuditAction,
  Clock,
  conflict,
  customerIdOf,
  isUuid,
  LIMITS,
  newId,
  NO_FILTER,
  notFound,
  READY_MADE_SEGMENTS,
  readyMadeSegment,
  type TenantId,
} from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import { SegmentEntity } from '#libs/entities';
import type { ChangeSegmentDto, CreateSegmentDto, DeletedSegmentDto, SegmentDto, SegmentsDto } from './segment.dto.js';
import { addCustomers, campaignsOf, countCustomers, countListed, listSegments, lockSegment, type SegmentRow } from './segments.sql.js';

/** Lists, creates, changes and deletes segments. */
@Injectable()
export class ManageSegments {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(tenantId: TenantId): Promise<SegmentsDto> {
    const data = await this.database.transaction(tenantId, (db) => readAll(db, this.clock.now()), LIMITS.campaign.chooseMs);
    return { data, limit: LIMITS.segments.count };
  }

  /** @throws AppError `validation_error` without conditions or customers; `conflict` for a name that is taken, and for one segment too many. */
  create(tenantId: TenantId, { name, filter, customer_ids: customers }: CreateSegmentDto, origin: AuditOrigin): Promise<SegmentDto> {
    if ((filter === undefined) === (customers === undefined))
      throw new AppError('validation_error', 'give either filter or customer_ids', [
        { field: 'filter', code: 'either', message: 'filter and customer_ids: give either of them' },
      ]);
    const [id, now] = [newId(), this.clock.now()];
    return this.database.transaction(tenantId, async (db) => {
      await lockCampaigns(db);
      const others = await listSegments(db);
      if (others.length >= LIMITS.segments.count)
        throw conflict(`you have ${others.length} segments, and at most ${LIMITS.segments.count} are allowed: delete one first`);
      requireFreeName(others, name, null);
      const stored = filter === undefined ? null : { ...NO_FILTER, ...filter };
      await db.repository(SegmentEntity).insert({ id, name, filter: stored, createdAt: now, updatedAt: now });
      if (customers !== undefined) {
        await addCustomers(
          db,
          id,
          customers.map((each) => customerIdOf(tenantId, each)),
        );
      }
      await record(db, 'segment.created', origin, { segment_id: id }, now);
      return readOne(db, id, now);
    });
  }

  /** @throws AppError `not_found`; `conflict` for a ready-made segment, a name that is taken, and conditions for listed customers. */
  change(tenantId: TenantId, id: string, { name, filter }: ChangeSegmentDto, origin: AuditOrigin): Promise<SegmentDto> {
    const now = this.clock.now();
    return this.database.transaction(tenantId, async (db) => {
      await lockCampaigns(db);
      const segment = await requireOwn(db, id);
      if (name !== undefined) requireFreeName(await listSegments(db), name, segment.id);
      if (filter !== undefined && segment.filter === null)
        throw conflict('the customers of this segment were listed: it has no conditions. Create another segment');
      const change = { ...(name !== undefined && { name }), ...(filter !== undefined && { filter: { ...NO_FILTER, ...filter } }) };
      if (Object.keys(change).length > 0) {
        await db.repository(SegmentEntity).update({ id: segment.id }, { ...change, updatedAt: now });
        await record(db, 'segment.changed', origin, { segment_id: segment.id, fields: Object.keys(change) }, now);
      }
      return readOne(db, segment.id, now);
    });
  }

  /** @throws AppError `not_found`; `conflict` for a ready-made segment and for one that campaigns use, which the message names. */
  remove(tenantId: TenantId, id: string, origin: AuditOrigin): Promise<DeletedSegmentDto> {
    const now = this.clock.now();
    return this.database.transaction(tenantId, async (db) => {
      // Campaigns are created and changed under this lock, so none can begin to use the segment at the same time.
      await lockCampaigns(db);
      const segment = await requireOwn(db, id);
      const campaigns = await campaignsOf(db, segment.id);
      if (campaigns.length > 0) {
        const names = campaigns.map((campaign) => JSON.stringify(campaign)).join(', ');
        throw conflict(`the segment is the audience of ${names}: give these campaigns another audience, or archive them, first`);
      }
      await db.repository(SegmentEntity).delete({ id: segment.id });
      await record(db, 'segment.deleted', origin, { segment_id: segment.id }, now);
      return { id: segment.id };
    });
  }
}

async function readAll(db: TenantDb, now: Date): Promise<SegmentDto[]> {
  const own = await listSegments(db);
  const all = [
    ...READY_MADE_SEGMENTS.map((segment) => ({ ...segment, ready_made: true, updated_at: null })),
    ...own.map(({ updated_at: at, ...segment }) => ({ ...segment, ready_made: false, updated_at: at.toISOString() })),
  ];
  const filters = all.flatMap(({ filter }) => filter ?? []);
  const counts = [...(await countCustomers(db, filters, now))];
  const listed = await countListed(db);
  return all.map((segment) => ({ ...segment, customers: segment.filter === null ? (listed.get(segment.id) ?? 0) : (counts.shift() ?? 0) }));
}

async function readOne(db: TenantDb, id: string, now: Date): Promise<SegmentDto> {
  const segment = (await readAll(db, now)).find((each) => each.id === id);
  if (segment === undefined) throw notFound('segment');
  return segment;
}

/** @throws AppError `not_found` for an unknown id, also a malformed one; `conflict` for a ready-made segment. */
async function requireOwn(db: TenantDb, id: string): Promise<SegmentRow> {
  if (readyMadeSegment(id) !== null) throw conflict('the segment is ready-made: it cannot be changed or deleted');
  const segment = isUuid(id) ? await lockSegment(db, id) : null;
  if (segment === null) throw notFound('segment');
  return segment;
}

function requireFreeName(segments: readonly SegmentRow[], name: string, ownId: string | null): void {
  const isTaken = [...segments, ...READY_MADE_SEGMENTS].some((each) => each.name === name && each.id !== ownId);
  if (isTaken) throw conflict(`name is ${JSON.stringify(name)}: you have another segment of this name`);
}

const record = (
  db: TenantDb,
  action: AuditAction,
  origin: AuditOrigin,
  details: Readonly<Record<string, string | readonly string[]>>,
  now: Date,
): Promise<void> => recordAudit(db, { action, ...origin, details }, now);
