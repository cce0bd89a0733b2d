import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { derivedId, keepsProfiles, type OutboundEvent, type TenantId, wantsEvent } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import {
  blockedBy,
  canonicalJson,
  type Destination,
  endpointOf,
  hasWebhookSecret,
  markDestinationDue,
  markEndpointDue,
  readDestinations,
  registerEndpoint,
} from '#libs/delivery';
import { Log } from '#libs/observability';
import type { TenantJob } from '#libs/queues';
import { DeliverDue } from '../deliver/deliver-due.js';
import type { GivenUp } from '../deliver/follow-settings.sql.js';
import { countGivenUp } from '../deliver/observe-attempt.js';
import { runSlice } from '../../runner/jobs/run-slice.js';
import { noteEntries } from './note-entries.sql.js';
import type { QueuedStage } from '../../runner/stage.js';
import {
  insertDeliveries,
  lockRelay,
  type NewDelivery,
  type OutboxRow,
  takeOutboxEvents,
  tenantsWithOutboxEvents,
  type WebhookRow,
} from './relay-outbox.sql.js';
import { addProfiles, PROFILE_WINDOW_MS } from './relay-profiles.sql.js';

/** Outbox events per transaction. */
const CHUNK = 1000;

/**
 * Turns outbox events into deliveries: each event into exactly one for each destination that wants it. Then starts to deliver them.
 */
@Injectable()
export class RelayOutbox implements QueuedStage<TenantId, TenantJob> {
  constructor(
    private readonly database: Database,
    private readonly deliverDue: DeliverDue,
    private readonly log: Log,
    private readonly config: Config,
  ) {}

  readonly onJob = ({ tenantId }: TenantJob): Promise<boolean> => this.work(tenantId);

  findDue(): Promise<TenantId[]> {
    return tenantsWithOutboxEvents(this.database);
  }

  async work(tenantId: TenantId): Promise<boolean> {
    const hasMore = await this.relay(tenantId);
    await this.deliverDue.startFor(tenantId);
    return hasMore;
  }

  /**
   * Relays until the outbox is empty, or another worker relays for the tenant. After a slice of time other tenants have their turn.
   * @returns whether there may be more events
   */
  private async relay(tenantId: TenantId): Promise<boolean> {
    const done = { relayed: 0, dropped: 0 };
    const windowMs = PROFILE_WINDOW_MS / this.config.webhooks.speed;
    const step = async (): Promise<boolean> => {
      const chunk = await this.database.transaction(tenantId, (db) => relayChunk(db, windowMs));
      done.relayed += chunk.relayed;
      done.dropped += chunk.dropped;
      countGivenUp(chunk.givenUp);
      return chunk.hasMore;
    };
    const hasMore = await runSlice({ step, stepsAtOnce: 1 });
    if (done.relayed + done.dropped > 0) this.log.info('outbox.relayed', { tenantId, ...done });
    return hasMore;
  }
}

interface Relayed {
  readonly relayed: number;
  /** Events that no destination wanted. */
  readonly dropped: number;
  /** Deliveries that became dead letters at once. */
  readonly givenUp: readonly GivenUp[];
  readonly hasMore: boolean;
}

async function relayChunk(db: TenantDb, windowMs: number): Promise<Relayed> {
  if (!(await lockRelay(db))) return { relayed: 0, dropped: 0, givenUp: [], hasMore: false };
  const destinations = await readDestinations(db);
  const taken = await takeOutboxEvents(db, CHUNK);
  await noteEntries(db, taken);
  const events = taken.filter((row): row is WebhookRow => row.payload.event !== 'profile.changed');
  const hasSecret = await hasWebhookSecret(db);
  const current = destinations.flatMap((each) => endpointOf(db.tenantId, each)?.id ?? []);
  const givenUp: GivenUp[] = [];
  const wanted = new Set<string>();
  for (const destination of destinations) {
    const endpoint = endpointOf(db.tenantId, destination);
    if (keepsProfiles(destination.kind)) {
      await relayProfiles(db, destination, taken.filter(isProfile), windowMs);
      continue;
    }
    // Messages for people are written by their own stage.
    if (destination.kind !== 'webhook') continue;
    const rows = endpoint === null ? [] : events.filter((row) => wants(destination, row.payload));
    if (endpoint === null || rows.length === 0) continue;
    const dead = blockedBy(destination, hasSecret);
    // Before the insert: it locks the endpoint's row, so that a worker cannot end its lease between the two.
    if (dead === null) await markDestinationDue(db, destination.id, endpoint, current);
    else await registerEndpoint(db, endpoint);
    const deliveries = toDeliveries(db.tenantId, destination, rows);
    await insertDeliveries(db, { destinationId: destination.id, endpointId: endpoint.id, dead, rows: deliveries });
    for (const { id } of rows) wanted.add(id);
    if (dead !== null) givenUp.push({ reason: dead, count: rows.length });
  }
  return { relayed: wanted.size, dropped: taken.length - wanted.size, givenUp, hasMore: taken.length >= CHUNK };
}

const isProfile = ({ payload }: OutboxRow): boolean => payload.event === 'profile.changed';

/** Adds the customers to the delivery that collects changes. A destination that is off gets all profiles when it is switched on. */
async function relayProfiles(db: TenantDb, destination: Destination, rows: readonly OutboxRow[], windowMs: number): Promise<void> {
  const endpoint = endpointOf(db.tenantId, destination);
  const [first] = rows;
  if (endpoint === null || first === undefined || !destination.enabled) return;
  await markEndpointDue(db, endpoint, windowMs);
  const ids = [...new Set(rows.map((row) => row.customer_id))];
  await addProfiles(db, { destinationId: destination.id, endpointId: endpoint.id, ids, decidedAt: first.created_at }, windowMs);
}

/**
 * The id of the outbox event becomes the id of the tenant's first delivery, and those of the other destinations follow from it, so a
 * destination cannot have two deliveries of an event.
 */
const toDeliveries = (tenantId: TenantId, { id: destinationId }: Destination, rows: readonly WebhookRow[]): NewDelivery[] =>
  rows.map(({ payload, ...row }) => ({
    ...row,
    id: destinationId === tenantId ? row.id : derivedId(row.id, destinationId),
    body: canonicalJson({ ...payload }),
  }));

/** Returns whether an event goes to the destination. Moves within a label go only to the one that has a threshold for them. */
function wants({ event_types: types, reports_moves: reportsMoves }: Destination, payload: OutboundEvent): boolean {
  if (!wantsEvent(types, payload.event)) return false;
  const isMove = payload.event === 'customer.churn_score.changed' && payload.previous_label === payload.new_label;
  return reportsMoves || !isMove;
}
