import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DownloadsModule } from '../http/transport/downloads.module.js';
import { MailModule } from '../mail/mail.module.js';
import { ConfirmedActionsController } from './confirmed-actions.controller.js';
import { DeleteTenant } from './delete-tenant.js';
import { DownloadExport } from './download-export.js';
import { ExportTenant } from './export-tenant.js';
import { TenantDataController } from './tenant-data.controller.js';

/** Exports all data of a tenant, and deletes the tenant. */
@Module({
  imports: [AccountsModule, DownloadsModule, MailModule],
  controllers: [ConfirmedActionsController, TenantDataController],
  providers: [DeleteTenant, ExportTenant, DownloadExport],
})
export class TenantDataModule {}
