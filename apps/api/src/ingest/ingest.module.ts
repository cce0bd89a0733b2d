import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { Ingestion } from '#libs/ingestion';
import { CustomWebhookController } from './custom-webhook.controller.js';
import { IngestFastPath } from './ingest-fast-path.js';
import { ListEventTypes } from './list-event-types.js';
import { OrderCustomersController } from './order-customers/order-customers.controller.js';
import { IngestController } from './ingest.controller.js';
import { PseudonymKeys } from './pseudonym-keys.js';
import { NoteUpload } from './note-upload.js';

@Module({
  controllers: [IngestController, CustomWebhookController, OrderCustomersController],
  providers: [Ingestion, ListEventTypes, NoteUpload, PseudonymKeys],
  exports: [Ingestion, PseudonymKeys],
})
export class IngestModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(IngestFastPath).forRoutes({ path: 'events', method: RequestMethod.POST });
  }
}
