import { Injectable } from '@nestjs/common';
import { AppError, Clock, conflict, isUuid, LIMITS, notFound, type TenantId } from '#libs/core';
import { type AuditOrigin, Database, recordAudit, type TenantDb } from '#libs/database';
import {
  blockedBy,
  type DeadLetterReason,
  endpointOf,
  hasWebhookSecret,
  markDestinationDue,
  readDestinations,
  retryEndpointsNow,
} from '#libs/delivery';
import type { DeliveryDetailDto, RecoverDeliveriesDto, RecoveryDto } from './webhook-delivery.dto.js';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { readDetail } from './delivery-reply.js';
import {
  lockDelivery,
  recordRecovery,
  recoverDeliveries,
  type RecoverySpan,
  replayDelivery,
  type ReplayTarget,
} from './replay-deliveries.sql.js';

const DEFAULT_STATUSES = ['dead_letter'];

/** Replays delivered, failed and dead deliveries, with the attempts of a new delivery, to the current endpoint. */
@Injectable()
export class ReplayDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly publisher: JobPublisher,
  ) {}

  /** @throws AppError `not_found`, or `conflict` when the current settings do not allow sending. */
  async replayOne(tenantId: TenantId, id: string, origin: AuditOrigin, cause: JobOrigin): Promise<DeliveryDetailDto> {
    if (!isUuid(id)) throw notFound('delivery');
    const detail = await this.database.transaction(tenantId, async (db) => {
      const delivery = await lockDelivery(db, id);
      if (delivery === null) throw notFound('delivery');
      if (!delivery.has_body) throw conflict('its body was erased with its customer');
      if (delivery.is_test) throw conflict('a test is not sent again; send another one');
      const endpointId = delivery.destination_id === null ? null : await wakeDestination(db, delivery.destination_id);
      await retryEndpointsNow(db, [await replayDelivery(db, id, endpointId)]);
      await recordAudit(db, { action: 'webhook.replayed', ...origin, details: { delivery_id: id.toLowerCase() } }, this.clock.now());
      return readDetail(db, id);
    });
    this.publisher.wakeDelivery(tenantId, cause);
    return detail;
  }

  /** @throws AppError `validation_error` for an invalid or too long span, `conflict` when the current settings do not allow sending. */
  async span(tenantId: TenantId, input: RecoverDeliveriesDto, origin: AuditOrigin, cause: JobOrigin): Promise<RecoveryDto> {
    const now = this.clock.now();
    const span = toSpan(input, now);
    const recovered = await this.database.transaction(tenantId, async (db) => {
      const endpointIds = await recoverDeliveries(db, span, await wakeDestinations(db, span.destinationId));
      await retryEndpointsNow(db, [...new Set(endpointIds)]);
      const recovery = { job_id: await recordRecovery(db, endpointIds.length, now), queued: endpointIds.length };
      await recordAudit(db, { action: 'webhook.recovered', ...origin, details: { ...recovery, ...toDetails(span) } }, now);
      return recovery;
    });
    this.publisher.wakeDelivery(tenantId, cause);
    return recovered;
  }
}

/** Wakes the endpoint of a destination for its new deliveries. @returns its id. */
async function wakeDestination(db: TenantDb, destinationId: string): Promise<string> {
  const [target] = await wakeDestinations(db, destinationId);
  if (target === undefined) throw new Error('a destination without a reason against it has no endpoint');
  return target.endpointId;
}

/**
 * Wakes the endpoints of the destinations that can be sent to. @param only one of them; null: all
 * @throws AppError `conflict` when there is none, with the reason of the first
 */
async function wakeDestinations(db: TenantDb, only: string | null): Promise<ReplayTarget[]> {
  const all = await readDestinations(db);
  const hasSecret = await hasWebhookSecret(db);
  const current = all.flatMap((each) => endpointOf(db.tenantId, each)?.id ?? []);
  const targets: ReplayTarget[] = [];
  let reason: DeadLetterReason = only === null || only === db.tenantId ? 'url_removed' : 'destination_deleted';
  for (const destination of all.filter(({ id }) => only === null || id === only).toReversed()) {
    const endpoint = endpointOf(db.tenantId, destination);
    const blocked = blockedBy(destination, hasSecret);
    reason = blocked ?? reason;
    if (endpoint === null || blocked !== null) continue;
    await markDestinationDue(db, destination.id, endpoint, current);
    targets.push({ destinationId: destination.id, endpointId: endpoint.id });
  }
  if (targets.length === 0) throw conflict(WHY_NOT[reason] ?? 'it cannot be sent');
  return targets;
}

const WHY_NOT: Partial<Record<DeadLetterReason, string>> = {
  url_removed: 'no webhook URL is set',
  destination_deleted: 'its destination was deleted',
  endpoint_disabled: 'the webhook endpoint is switched off; switch it on first',
  no_secret: 'no webhook secret is set',
};

const toDetails = ({ since, until, statuses, destinationId }: RecoverySpan): Record<string, string | readonly string[]> => ({
  ...(destinationId !== null && { destination_id: destinationId }),
  since: since.toISOString(),
  until: until.toISOString(),
  statuses,
});

function toSpan({ since, until, statuses, destination_id: destinationId }: RecoverDeliveriesDto, now: Date): RecoverySpan {
  const span = {
    statuses: statuses ?? DEFAULT_STATUSES,
    since: new Date(since),
    until: until === undefined ? now : new Date(until),
    destinationId: destinationId ?? null,
    limit: LIMITS.recovery.deliveries,
  };
  const earliest = new Date(now.getTime() - LIMITS.recovery.reachMs);
  if (span.since < earliest) throw refused('since', `since is ${since}: it must not be more than 14 days ago (${earliest.toISOString()})`);
  if (span.since >= span.until) throw refused('until', `until is ${span.until.toISOString()}: it must be later than since`);
  return span;
}

const refused = (field: string, message: string): AppError =>
  new AppError('validation_error', message, [{ field, code: 'out_of_range', message }]);
