import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { TraitsModule } from '../traits/traits.module.js';
import { ChangeCustomers } from './change-customers.js';
import { ReceiveCalls } from './receive-calls.js';
import { SegmentCallsController } from './segment-calls.controller.js';
import { readClientHeaders } from './client-headers.js';

@Module({
  imports: [IngestModule, CustomersModule, TraitsModule],
  controllers: [SegmentCallsController],
  providers: [ChangeCustomers, ReceiveCalls],
})
export class SegmentCallsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(readClientHeaders).forRoutes(SegmentCallsController);
  }
}
