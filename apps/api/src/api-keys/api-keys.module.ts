import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ManageApiKeys } from './manage-api-keys.js';
import { RegenerateApiKeyController } from './regenerate-api-key.controller.js';
import { RegenerateApiKey } from './regenerate-api-key.js';

@Module({
  imports: [MailModule],
  controllers: [RegenerateApiKeyController, ApiKeysController],
  providers: [RegenerateApiKey, ManageApiKeys],
})
export class ApiKeysModule {}
