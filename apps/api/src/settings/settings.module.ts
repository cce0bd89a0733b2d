import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.js';
import { ChangeSettings } from './change-settings.js';
import { GetSettings } from './get-settings.js';
import { GetTenantController } from './get-tenant.controller.js';
import { GetTenant } from './get-tenant.js';
import { SettingsController } from './settings.controller.js';

@Module({
  imports: [IngestModule],
  controllers: [GetTenantController, SettingsController],
  providers: [GetTenant, GetSettings, ChangeSettings],
})
export class SettingsModule {}
