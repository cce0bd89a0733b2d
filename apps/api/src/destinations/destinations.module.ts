import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { VendorsModule } from '#libs/destinations';
import { WebhookDeliveriesModule } from '../webhooks/deliveries/webhook-deliveries.module.js';
import { DestinationsController } from './destinations.controller.js';
import { ManageDestinations } from './manage-destinations.js';
import { TestDestination } from './test-destination.js';

@Module({
  imports: [DeliveryModule, VendorsModule, WebhookDeliveriesModule],
  controllers: [DestinationsController],
  providers: [ManageDestinations, TestDestination],
})
export class DestinationsModule {}
