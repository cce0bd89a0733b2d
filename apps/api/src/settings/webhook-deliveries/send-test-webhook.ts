import { Injectable } from '@nestjs/common';
import { Clock, conflict, newId, OUTBOUND_EVENT_TYPES, type OutboundEvent, SECOND_MS, type TenantId } from '#libs/core';
import { Database, liveWebhookSecrets, SecretBox } from '#libs/database';
import { canonicalJson, deliveryHeaders, registerEndpoint, Sender, signingKeysOf } from '#libs/delivery';
import type { DeliveryDetailDto, TestWebhookDto } from './webhook-delivery.dto.js';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { readDetail } from './delivery-reply.js';
import { readEndpoint } from './replay-deliveries.sql.js';
import { insertTest, reportSuccess } from './send-test-webhook.sql.js';

/** A person waits for the answer and gets it within 6 s. A normal delivery may take longer. */
const TEST_TIMEOUT_MS = 4 * SECOND_MS;
const MODEL_VERSION = 'test-1.0';
const CUSTOMER = 'test-customer';

/** Invented example events by type. */
const SAMPLES = {
  'customer.churn_score.changed': {
    event: 'customer.churn_score.changed',
    customer_id: CUSTOMER,
    previous_score: 0.3127,
    new_score: 0.8312,
    previous_label: 'medium',
    new_label: 'high',
    model_version: MODEL_VERSION,
  },
  'customer.high_risk.detected': {
    event: 'customer.high_risk.detected',
    customer_id: CUSTOMER,
    score: 0.8312,
    label: 'high',
    model_version: MODEL_VERSION,
  },
} satisfies { [Type in OutboundEvent['event']]: Extract<OutboundEvent, { event: Type }> };

/** Sends an invented event at once, through the guard and the signer of all deliveries. Works also while the endpoint is disabled. */
@Injectable()
export class SendTestWebhook {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly box: SecretBox,
    private readonly sender: Sender,
    private readonly publisher: JobPublisher,
  ) {}

  /** @throws AppError `conflict` without a URL or a secret. */
  async send(tenantId: TenantId, { event = OUTBOUND_EVENT_TYPES[0] }: TestWebhookDto, cause: JobOrigin): Promise<DeliveryDetailDto> {
    const { url, secrets } = await this.readTarget(tenantId);
    const at = this.clock.now();
    const delivery = { id: newId(), event, body: canonicalJson(SAMPLES[event]), at };
    const signed = { ...delivery, deliveryId: delivery.id, attempt: 1, sequence: null, batch: null };
    const headers = deliveryHeaders(signed, secrets.map(signingKeysOf), at);
    const result = await this.sender.send({
      url,
      headers: { ...headers, 'X-Service-Test': 'true' },
      body: delivery.body,
      timeoutMs: TEST_TIMEOUT_MS,
    });
    const detail = await this.database.transaction(tenantId, async (db) => {
      const endpointId = await registerEndpoint(db, url);
      await insertTest(db, { ...delivery, endpointId, result }, this.clock.now());
      if (result.error === null) await reportSuccess(db, endpointId);
      return readDetail(db, delivery.id);
    });
    if (result.error === null) this.publisher.wakeDelivery(tenantId, cause);
    return detail;
  }

  private async readTarget(tenantId: TenantId): Promise<{ url: string; secrets: string[] }> {
    return this.database.transaction(tenantId, async (db) => {
      const { url } = await readEndpoint(db);
      if (url === null) throw conflict('no webhook URL is set');
      const secrets = await liveWebhookSecrets(db, this.box, this.clock.now());
      if (secrets.length === 0) throw conflict('no webhook secret is set');
      return { url, secrets };
    });
  }
}
