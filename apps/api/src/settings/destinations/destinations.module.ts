import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { WebhookDeliveriesModule } from '../webhook-deliveries/webhook-deliveries.module.js';
import { DestinationsController } from './destinations.controller.js';
import { ManageDestinations } from './manage-destinations.js';

@Module({
  imports: [DeliveryModule, WebhookDeliveriesModule],
  controllers: [DestinationsController],
  providers: [ManageDestinations],
})
export class DestinationsModule {}
