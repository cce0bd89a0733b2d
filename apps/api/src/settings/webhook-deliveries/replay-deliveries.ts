import { Injectable } from '@nestjs/common';
import { AppError, Clock, conflict, isUuid, LIMITS, notFound, type TenantId } from '#libs/core';
import { type AuditOrigin, Database, recordAudit, type TenantDb } from '#libs/database';
import { markEndpointDue, retryEndpointsNow } from '#libs/delivery';
import type { DeliveryDetailDto, RecoverDeliveriesDto, RecoveryDto } from './webhook-delivery.dto.js';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { readDetail } from './delivery-reply.js';
import {
  lockDelivery,
  readEndpoint,
  recordRecovery,
  recoverDeliveries,
  type RecoverySpan,
  type ReplayEndpoint,
  replayDelivery,
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
      const own = delivery.campaign_id === null ? await wakeOwnEndpoint(db, await readEndpoint(db)) : null;
      await retryEndpointsNow(db, [await replayDelivery(db, id, own)]);
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
      const endpointIds = await recoverDeliveries(db, span, await wakeOwnEndpoint(db, await readEndpoint(db)));
      await retryEndpointsNow(db, [...new Set(endpointIds)]);
      const recovery = { job_id: await recordRecovery(db, endpointIds.length, now), queued: endpointIds.length };
      await recordAudit(db, { action: 'webhook.recovered', ...origin, details: { ...recovery, ...toDetails(span) } }, now);
      return recovery;
    });
    this.publisher.wakeDelivery(tenantId, cause);
    return recovered;
  }
}

/** Wakes the tenant's own endpoint for its new deliveries. @returns its id. */
function wakeOwnEndpoint(db: TenantDb, { url, enabled, has_secret: hasSecret }: ReplayEndpoint): Promise<string> {
  if (url === null) throw conflict('no webhook URL is set');
  if (!enabled) throw conflict('the webhook endpoint is switched off; switch it on first');
  if (!hasSecret) throw conflict('no webhook secret is set');
  return markEndpointDue(db, url);
}

const toDetails = ({ since, until, statuses }: RecoverySpan): Record<string, string | readonly string[]> => ({
  since: since.toISOString(),
  until: until.toISOString(),
  statuses,
});

function toSpan({ since, until, statuses }: RecoverDeliveriesDto, now: Date): RecoverySpan {
  const span = {
    statuses: statuses ?? DEFAULT_STATUSES,
    since: new Date(since),
    until: until === undefined ? now : new Date(until),
    limit: LIMITS.recovery.deliveries,
  };
  const earliest = new Date(now.getTime() - LIMITS.recovery.reachMs);
  if (span.since < earliest) throw refused('since', `since is ${since}: it must not be more than 14 days ago (${earliest.toISOString()})`);
  if (span.since >= span.until) throw refused('until', `until is ${span.until.toISOString()}: it must be later than since`);
  return span;
}

const refused = (field: string, message: string): AppError =>
  new AppError('validation_error', message, [{ field, code: 'out_of_range', message }]);
