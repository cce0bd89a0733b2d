import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { MailModule } from '../mail/mail.module.js';
import { ChangeSettings } from './change-settings.js';
import { ChangeWebhookSettings } from './change-webhook-settings.js';
import { GetSettings } from './get-settings.js';
import { GetTenantController } from './get-tenant.controller.js';
import { GetTenant } from './get-tenant.js';
import { GetWebhookSettings } from './get-webhook-settings.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ManageApiKeys } from './api-keys/manage-api-keys.js';
import { RegenerateApiKeyController } from './api-keys/regenerate-api-key.controller.js';
import { RegenerateApiKey } from './api-keys/regenerate-api-key.js';
import { RotateWebhookSecretController } from './rotate-webhook-secret.controller.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.js';
import { SettingsController } from './settings.controller.js';
import { WebhookSettingsController } from './webhook-settings.controller.js';

@Module({
  imports: [DeliveryModule, MailModule],
  controllers: [
    GetTenantController,
    RegenerateApiKeyController,
    ApiKeysController,
    SettingsController,
    WebhookSettingsController,
    RotateWebhookSecretController,
  ],
  providers: [
    GetTenant,
    RegenerateApiKey,
    ManageApiKeys,
    GetSettings,
    ChangeSettings,
    GetWebhookSettings,
    ChangeWebhookSettings,
    RotateWebhookSecret,
  ],
})
export class SettingsModule {}
