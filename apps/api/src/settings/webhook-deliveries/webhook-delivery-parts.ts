import { DeliveryStats } from './delivery-stats.js';
import { ListDeliveries } from './list-deliveries.js';
import { ReplayDeliveries } from './replay-deliveries.js';
import { SendTestWebhook } from './send-test-webhook.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';

/** What the module is told of outbound webhooks. */
export const WEBHOOK_DELIVERY_CONTROLLERS = [WebhookDeliveriesController];
export const WEBHOOK_DELIVERY_PROVIDERS = [ListDeliveries, ReplayDeliveries, SendTestWebhook, DeliveryStats];
