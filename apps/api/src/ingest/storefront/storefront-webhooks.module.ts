import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest.module.js';
import { Pseudonyms } from './pseudonyms.js';
import { StorefrontKeyController } from './storefront-key.controller.js';
import { StorefrontWebhookController } from './storefront-webhook.controller.js';
import { TakeWebhook } from './take-webhook.js';

@Module({
  imports: [IngestModule],
  controllers: [StorefrontWebhookController, StorefrontKeyController],
  providers: [Pseudonyms, TakeWebhook],
  exports: [Pseudonyms],
})
export class StorefrontWebhooksModule {}
