import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { ChangeWebhookSettings } from './change-webhook-settings.js';
import { GetWebhookSettings } from './get-webhook-settings.js';
import { RotateWebhookSecretController } from './rotate-webhook-secret.controller.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.js';
import { WebhookSettingsController } from './webhook-settings.controller.js';

@Module({
  imports: [DeliveryModule],
  controllers: [WebhookSettingsController, RotateWebhookSecretController],
  providers: [GetWebhookSettings, ChangeWebhookSettings, RotateWebhookSecret],
})
export class WebhookSettingsModule {}
