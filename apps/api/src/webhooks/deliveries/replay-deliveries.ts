import { Injectable } from '@nestjs/common';
import { lockCampaigns } from '#libs/campaigns';
import { type AppError, Clock, conflict, endpointIdOf, invalid, isUuid, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import {
  blockedBy,
  type DeadLetterReason,
  endpointOf,
  hasWebhookSecret,
  markDestinationDue,
  markEndpointDue,
  readDestinations,
  retryEndpointsNow,
} from '#libs/delivery';
import type { DeliveryDetailDto, RecoverDeliveriesDto, RecoveryDto } from './webhook-delivery.dto.js';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { readDetail } from './delivery-reply.js';
import { findChosenAgain, readCampaignAddresses, reserveParts } from './replay-campaigns.sql.js';
import { findDeliveries, findDelivery, recordRecovery, type RecoverySpan, restartDeliveries } from './replay-deliveries.sql.js';

const DEFAULT_STATUSES = ['dead_letter'];

/** Replays delivered, failed and dead deliveries, with the attempts of a new delivery, to the current endpoint. */
@Injectable()
export class ReplayDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly publisher: JobPublisher,
  ) {}

  /** @throws AppError `not_found`, or `conflict` when the current settings do not allow sending, or customers were chosen again. */
  async replayOne(tenantId: TenantId, id: string, origin: AuditOrigin, cause: JobOrigin): Promise<DeliveryDetailDto> {
    if (!isUuid(id)) throw notFound('delivery');
    const replay = async (db: TenantDb): Promise<DeliveryDetailDto> => {
      const delivery = await findDelivery(db, id);
      if (delivery === null) throw notFound('delivery');
      if (!delivery.has_body) throw conflict('its content is not kept any more');
      if (delivery.is_test) throw conflict('a test is not sent again; send another one');
      if (delivery.campaign_id !== null) await restartCampaign(db, delivery.id, delivery.campaign_id);
      else await restart(db, [{ id: delivery.id, endpointId: await wakeDestination(db, delivery.destination_id) }]);
      await recordAudit(db, { action: 'webhook.replayed', ...origin, details: { delivery_id: id.toLowerCase() } }, this.clock.now());
      return readDetail(db, id);
    };
    const detail = await this.database.transaction(tenantId, replay, LIMITS.campaign.chooseMs);
    this.publisher.wakeDelivery(tenantId, cause);
    return detail;
  }

  /** @throws AppError `validation_error` for an invalid or too long span, `conflict` when the current settings do not allow sending. */
  async span(tenantId: TenantId, input: RecoverDeliveriesDto, origin: AuditOrigin, cause: JobOrigin): Promise<RecoveryDto> {
    const now = this.clock.now();
    const span = toSpan(input, now);
    const recover = async (db: TenantDb): Promise<RecoveryDto> => {
      const queued = await restartSpan(db, span);
      const recovery = { job_id: await recordRecovery(db, queued, now), queued };
      await recordAudit(db, { action: 'webhook.recovered', ...origin, details: { ...recovery, ...toDetails(span) } }, now);
      return recovery;
    };
    const recovered = await this.database.transaction(tenantId, recover, LIMITS.campaign.chooseMs);
    this.publisher.wakeDelivery(tenantId, cause);
    return recovered;
  }
}

interface Restart {
  readonly id: string;
  readonly endpointId: string;
}

async function restart(db: TenantDb, deliveries: readonly Restart[]): Promise<void> {
  const endpoints = deliveries.map(({ endpointId }) => endpointId);
  await restartDeliveries(
    db,
    deliveries.map(({ id }) => id),
    endpoints,
  );
  await retryEndpointsNow(db, [...new Set(endpoints)]);
}

/** Restarts a delivery of a campaign, to the current URL of the campaign. */
async function restartCampaign(db: TenantDb, id: string, campaignId: string): Promise<void> {
  await lockCampaigns(db);
  if (!(await hasWebhookSecret(db))) throw conflict(NO_SECRET);
  const endpointId = (await wakeCampaigns(db, [campaignId])).get(campaignId);
  if (endpointId === undefined) throw conflict(CAMPAIGN_OFF);
  const [chosen] = await findChosenAgain(db, [id]);
  if (chosen !== undefined)
    throw conflict(`campaigns have chosen ${chosen.customers} of its customers again since; send the campaign again to reach the others`);
  await restart(db, [{ id, endpointId }]);
  await reserveParts(db, [id]);
}

/** Restarts the deliveries of the span that can be sent now. @returns how many */
async function restartSpan(db: TenantDb, span: RecoverySpan): Promise<number> {
  await lockCampaigns(db);
  const { targets, reason } = await wakeDestinations(db, span.destinationId);
  const found = await findDeliveries(db, span, [...targets.keys()]);
  const campaignIds = [...new Set(found.flatMap(({ campaign_id: id }) => id ?? []))];
  const campaigns = (await hasWebhookSecret(db)) ? await wakeCampaigns(db, campaignIds) : new Map<string, string>();
  if (targets.size === 0 && campaigns.size === 0)
    throw conflict(campaignIds.length > 0 && reason !== 'no_secret' ? CAMPAIGN_OFF : whyNot(reason));
  const ofCampaigns = found.filter((delivery) => delivery.campaign_id !== null).map(({ id }) => id);
  const chosenAgain = new Set((await findChosenAgain(db, ofCampaigns)).map(({ id }) => id));
  const sendable = found.flatMap(({ id, campaign_id: campaignId, destination_id: destinationId }) => {
    const endpointId = campaignId === null ? targets.get(destinationId ?? '') : campaigns.get(campaignId);
    return endpointId === undefined || chosenAgain.has(id) ? [] : [{ id, endpointId }];
  });
  await restart(db, sendable);
  await reserveParts(
    db,
    sendable.map(({ id }) => id),
  );
  return sendable.length;
}

/** Marks the current endpoints of campaigns as due. @returns the endpoints by campaign, without those that are switched off */
async function wakeCampaigns(db: TenantDb, campaignIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const endpoints = new Map<string, string>();
  for (const { id, webhook_url: url, is_disabled: isDisabled } of await readCampaignAddresses(db, campaignIds)) {
    if (isDisabled) continue;
    endpoints.set(id, endpointIdOf(db.tenantId, url));
    await markEndpointDue(db, { id: endpointIdOf(db.tenantId, url), url });
  }
  return endpoints;
}

/** Wakes the endpoint of a destination for its new deliveries. @returns its id. */
async function wakeDestination(db: TenantDb, destinationId: string | null): Promise<string> {
  if (destinationId === null) throw new Error('a delivery has neither a campaign nor a destination');
  const { targets, reason } = await wakeDestinations(db, destinationId);
  const endpointId = targets.get(destinationId);
  if (endpointId === undefined) throw conflict(whyNot(reason));
  return endpointId;
}

interface Woken {
  /** The endpoints by destination. */
  readonly targets: ReadonlyMap<string, string>;
  /** The reason against the first destination that cannot be sent to. */
  readonly reason: DeadLetterReason;
}

/** Wakes the endpoints of the destinations that can be sent to. @param only one of them; null: all */
async function wakeDestinations(db: TenantDb, only: string | null): Promise<Woken> {
  const all = await readDestinations(db);
  const hasSecret = await hasWebhookSecret(db);
  const current = all.flatMap((each) => endpointOf(db.tenantId, each)?.id ?? []);
  const targets = new Map<string, string>();
  let reason: DeadLetterReason = only === null || only === db.tenantId ? 'url_removed' : 'destination_deleted';
  for (const destination of all.filter(({ id }) => only === null || id === only).toReversed()) {
    const endpoint = endpointOf(db.tenantId, destination);
    const blocked = blockedBy(destination, hasSecret);
    reason = blocked ?? reason;
    if (endpoint === null || blocked !== null) continue;
    await markDestinationDue(db, destination.id, endpoint, current);
    targets.set(destination.id, endpoint.id);
  }
  return { targets, reason };
}

const NO_SECRET = 'no webhook secret is set';
const CAMPAIGN_OFF = 'the webhook URL of the campaign is switched off; save the URL in the campaign first';

const WHY_NOT: Partial<Record<DeadLetterReason, string>> = {
  url_removed: 'no webhook URL is set',
  destination_deleted: 'its destination was deleted',
  endpoint_disabled: 'the webhook endpoint is switched off; switch it on first',
  no_secret: NO_SECRET,
};

const whyNot = (reason: DeadLetterReason): string => WHY_NOT[reason] ?? 'it cannot be sent';

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

const refused = (field: string, message: string): AppError => invalid(field, 'out_of_range', message);
