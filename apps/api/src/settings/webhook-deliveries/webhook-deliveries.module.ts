import { Module } from '@nestjs/common';
import { Config } from '#libs/config';
import { AddressGuard, Sender } from '#libs/delivery';
import { DeliveryStats } from './delivery-stats.js';
import { ListDeliveries } from './list-deliveries.js';
import { ReplayDeliveries } from './replay-deliveries.js';
import { SendTestWebhook } from './send-test-webhook.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';

@Module({
  controllers: [WebhookDeliveriesController],
  providers: [
    ListDeliveries,
    ReplayDeliveries,
    SendTestWebhook,
    DeliveryStats,
    {
      provide: Sender,
      inject: [Config],
      useFactory: ({ webhooks }: Config) => new Sender(webhooks, new AddressGuard(webhooks.openRanges)),
    },
  ],
})
export class WebhookDeliveriesModule {}
