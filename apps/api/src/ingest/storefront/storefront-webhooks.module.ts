import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest.module.js';
import { ShopIds } from './shop-ids.js';
import { StorefrontKeyController } from './storefront-key.controller.js';
import { StorefrontWebhookController } from './storefront-webhook.controller.js';
import { TakeWebhook } from './take-webhook.js';

@Module({
  imports: [IngestModule],
  controllers: [StorefrontWebhookController, StorefrontKeyController],
  providers: [ShopIds, TakeWebhook],
  exports: [ShopIds],
})
export class StorefrontWebhooksModule {}
