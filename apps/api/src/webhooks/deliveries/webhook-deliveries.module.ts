import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { DeliveryStats } from './delivery-stats.js';
import { ListDeliveries } from './list-deliveries.js';
import { ReplayDeliveries } from './replay-deliveries.js';
import { SendTestWebhook } from './send-test-webhook.js';
import { TestSlots } from './test-slots.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';

@Module({
  imports: [DeliveryModule],
  controllers: [WebhookDeliveriesController],
  providers: [ListDeliveries, ReplayDeliveries, SendTestWebhook, DeliveryStats, TestSlots],
  exports: [SendTestWebhook, TestSlots],
})
export class WebhookDeliveriesModule {}
