import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { DeliveryStats } from './delivery-stats.js';
import { ListDeliveries } from './list-deliveries.js';
import { ReplayDeliveries } from './replay-deliveries.js';
import { SendTestWebhook } from './send-test-webhook.js';
import { TestTurns } from './test-turns.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';

@Module({
  imports: [DeliveryModule],
  controllers: [WebhookDeliveriesController],
  providers: [ListDeliveries, ReplayDeliveries, SendTestWebhook, DeliveryStats, TestTurns],
  exports: [SendTestWebhook, TestTurns],
})
export class WebhookDeliveriesModule {}
