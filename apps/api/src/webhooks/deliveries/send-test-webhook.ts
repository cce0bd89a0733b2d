import { Injectable } from '@nestjs/common';
import {
  Clock,
  conflict,
  DEFAULT_LABEL_THRESHOLDS,
  type Label,
  newId,
  notFound,
  OUTBOUND_EVENT_TYPES,
  type OutboundEvent,
  SECOND_MS,
} from '#libs/core';
import { Database } from '#libs/database';
import { type LabelThresholds, TenantEntity } from '#libs/entities';
import { liveWebhookSecrets, SecretBox } from '#libs/tenants';
import {
  canonicalJson,
  deliveryHeaders,
  type DestinationEndpoint,
  endpointOf,
  readDestinations,
  registerEndpoint,
  signingKeysOf,
} from '#libs/delivery';
import { type AccountCaller, requireAccount } from '#libs/guards';
import type { DeliveryDetailDto, TestWebhookDto } from './webhook-delivery.dto.js';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { readDetail } from './delivery-reply.js';
import { insertTest, reportSuccess } from './send-test-webhook.sql.js';
import { TestSlots } from './test-slots.js';

/** A person waits for the answer and gets it within 6 s. A normal delivery may take longer. */
const TEST_TIMEOUT_MS = 4 * SECOND_MS;
const MODEL_VERSION = 'test-1.0';
const CUSTOMER = 'test-customer';

type Samples = { readonly [Type in OutboundEvent['event']]: Extract<OutboundEvent, { event: Type }> };

/** Returns invented example events by type, with the labels that their scores have at the tenant. */
function samplesWith(bands: LabelThresholds) {
  const labelled = (score: number): Label => (['critical', 'high', 'medium'] as const).find((label) => score >= bands[label]) ?? 'low';
  const [before, after, overdue] = [0.4127, 0.8312, 0.6127];
  return {
    'customer.churn_score.changed': {
      event: 'customer.churn_score.changed',
      customer_id: CUSTOMER,
      previous_score: before,
      new_score: after,
      previous_label: labelled(before),
      new_label: labelled(after),
      model_version: MODEL_VERSION,
    },
    'customer.high_risk.detected': {
      event: 'customer.high_risk.detected',
      customer_id: CUSTOMER,
      score: after,
      label: labelled(after),
      model_version: MODEL_VERSION,
    },
    'customer.order_overdue': {
      event: 'customer.order_overdue',
      customer_id: CUSTOMER,
      last_order_at: '2026-10-02T09:30:00.000Z',
      overdue_since: '2026-11-21',
      score: overdue,
      label: labelled(overdue),
      model_version: MODEL_VERSION,
    },
    'customer.second_order_due': {
      event: 'customer.second_order_due',
      customer_id: CUSTOMER,
      last_order_at: '2026-10-02T09:30:00.000Z',
      due_since: '2026-11-21',
      score: overdue,
      label: labelled(overdue),
      model_version: MODEL_VERSION,
    },
  } satisfies Samples;
}

/** Sends an invented event at once, through the guard and the signer of all deliveries. Works also while the endpoint is disabled. */
@Injectable()
export class SendTestWebhook {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly box: SecretBox,
    private readonly slots: TestSlots,
    private readonly publisher: JobPublisher,
  ) {}

  /**
   * @param destinationId the tenant's id for its first webhook
   * @throws AppError like `requireAccount`; `not_found` without the destination; `conflict` without a URL or a secret; `service_unavailable` when many tests run.
   */
  async send(
    caller: AccountCaller,
    destinationId: string,
    { event = OUTBOUND_EVENT_TYPES[0] }: TestWebhookDto,
    cause: JobOrigin,
  ): Promise<DeliveryDetailDto> {
    const { tenantId } = caller;
    const { endpoint, delivery, result } = await this.slots.send(tenantId, () => this.prepare(caller, destinationId, event));
    const detail = await this.database.transaction(tenantId, async (db) => {
      await registerEndpoint(db, endpoint);
      await insertTest(db, { ...delivery, endpointId: endpoint.id, destinationId, result }, this.clock.now());
      if (result.error === null) await reportSuccess(db, endpoint.id);
      return readDetail(db, delivery.id);
    });
    if (result.error === null) this.publisher.wakeDelivery(tenantId, cause);
    return detail;
  }

  /** Checks the caller and signs the event. */
  private async prepare(caller: AccountCaller, destinationId: string, event: OutboundEvent['event']) {
    const { endpoint, secrets, bands } = await this.readTarget(caller, destinationId);
    const at = this.clock.now();
    const delivery = { id: newId(), event, body: canonicalJson(samplesWith(bands)[event]), at };
    const signed = { ...delivery, deliveryId: delivery.id, attempt: 1, sequence: null, batch: null };
    const headers = deliveryHeaders(signed, secrets.map(signingKeysOf), at);
    const request = {
      url: endpoint.url,
      headers: { ...headers, 'X-Service-Test': 'true' },
      body: delivery.body,
      timeoutMs: TEST_TIMEOUT_MS,
    };
    return { endpoint, delivery, request };
  }

  private readTarget(
    caller: AccountCaller,
    destinationId: string,
  ): Promise<{ endpoint: DestinationEndpoint; secrets: string[]; bands: LabelThresholds }> {
    const { tenantId } = caller;
    return this.database.transaction(tenantId, async (db) => {
      await requireAccount(db, caller, 'member', this.clock.now());
      const destination = (await readDestinations(db)).find(({ id }) => id === destinationId);
      if (destination === undefined && destinationId !== tenantId) throw notFound('destination');
      const endpoint = endpointOf(tenantId, destination ?? { id: tenantId, kind: 'webhook', url: null });
      if (endpoint === null) throw conflict('no webhook URL is set');
      const secrets = await liveWebhookSecrets(db, this.box, this.clock.now());
      if (secrets.length === 0) throw conflict('no webhook secret is set');
      const tenant = await db.repository(TenantEntity).findOne({});
      return { endpoint, secrets, bands: tenant?.labelThresholds ?? DEFAULT_LABEL_THRESHOLDS };
    });
  }
}
