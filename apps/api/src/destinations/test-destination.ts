import { Injectable } from '@nestjs/common';
import {
  Clock,
  conflict,
  newId,
  type DestinationKind,
  notFound,
  PROFILES_UPDATED,
  SNAPSHOT_TESTED,
  SUMMARY_EVENTS,
  type TenantId,
} from '#libs/core';
import { Database } from '#libs/database';
import {
  type Destination,
  type DestinationEndpoint,
  endpointOf,
  readDestinations,
  registerEndpoint,
  type SendResult,
} from '#libs/delivery';
import { Vendors } from '#libs/destinations';
import { type AccountCaller, requireAccount } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { readDetail } from '../webhooks/deliveries/delivery-reply.js';
import { SendTestWebhook } from '../webhooks/deliveries/send-test-webhook.js';
import { insertTest, reportSuccess } from '../webhooks/deliveries/send-test-webhook.sql.js';
import { TestSlots } from '../webhooks/deliveries/test-slots.js';
import type { DeliveryDetailDto, TestWebhookDto } from '../webhooks/deliveries/webhook-delivery.dto.js';

/** Tests a destination: a webhook by a made-up event, a storage by a small file, a vendor by a call that changes nothing. */
@Injectable()
export class TestDestination {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly vendors: Vendors,
    private readonly webhooks: SendTestWebhook,
    private readonly slots: TestSlots,
  ) {}

  /** @throws AppError like `requireAccount`; `not_found`, or `conflict` without a webhook secret or access to the shop, or `service_unavailable` when many tests run. */
  async send(caller: AccountCaller, id: string, input: TestWebhookDto, cause: JobOrigin): Promise<DeliveryDetailDto> {
    const { tenantId } = caller;
    const { destination, endpoint } = await this.find(caller, id);
    if (destination.kind === 'webhook') return this.webhooks.send(caller, id, input, cause);
    return this.record(tenantId, destination, endpoint, async () => {
      const { destination: now } = await this.find(caller, id);
      return this.test(tenantId, now, now.kind);
    });
  }

  private async find(caller: AccountCaller, id: string): Promise<{ destination: Destination; endpoint: DestinationEndpoint }> {
    const { tenantId } = caller;
    const destinations = await this.database.transaction(tenantId, async (db) => {
      await requireAccount(db, caller, 'member', this.clock.now());
      return readDestinations(db);
    });
    const destination = destinations.find((each) => each.id === id);
    const endpoint = destination === undefined ? null : endpointOf(tenantId, destination);
    if (destination === undefined || endpoint === null) throw notFound('destination');
    return { destination, endpoint };
  }

  private async test(tenantId: TenantId, destination: Destination, kind: Destination['kind']): Promise<SendResult> {
    switch (kind) {
      case 'klaviyo':
        return this.vendors.klaviyo(tenantId, destination).test();
      case 'shopify': {
        const shopify = await this.database.transaction(tenantId, (db) => this.vendors.shopify(db));
        if (shopify === null) throw conflict('no Shopify shop is connected that allows to change customers; connect it again');
        return shopify.test();
      }
      case 'slack':
        return this.vendors.slack(tenantId, destination).post('This is a test. Summaries of your customers will arrive here.');
      case 'storage':
        return this.vendors.bucket(tenantId, destination, true).test();
      case 'webhook':
        throw new Error('webhooks have a test of their own');
    }
  }

  private async record(
    tenantId: TenantId,
    destination: Destination,
    endpoint: DestinationEndpoint,
    test: () => Promise<SendResult>,
  ): Promise<DeliveryDetailDto> {
    const { id: destinationId } = destination;
    const at = this.clock.now();
    const result = await this.slots.use(tenantId, test);
    const delivery = {
      id: newId(),
      endpointId: endpoint.id,
      destinationId,
      event: eventOf(destination.kind),
      body: null,
      at,
      result,
    };
    return this.database.transaction(tenantId, async (db) => {
      await registerEndpoint(db, endpoint);
      await insertTest(db, delivery, this.clock.now());
      if (result.error === null) await reportSuccess(db, endpoint.id);
      return readDetail(db, delivery.id);
    });
  }
}

const eventOf = (kind: DestinationKind): string =>
  kind === 'slack' ? SUMMARY_EVENTS[0] : kind === 'storage' ? SNAPSHOT_TESTED : PROFILES_UPDATED;
