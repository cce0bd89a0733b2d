import { Module } from '@nestjs/common';
import { CustomersModule } from '../../customers/customers.module.js';
import { DownloadsModule } from '../../http/transport/downloads.module.js';
import { StorefrontWebhooksModule } from '../../ingest/storefront/storefront-webhooks.module.js';
import { MailModule } from '../../mail/mail.module.js';
import { ComplianceController } from './compliance.controller.js';
import { DataRequestsController } from './data-requests.controller.js';
import { DataRequests } from './data-requests.js';
import { HandleComplianceRequest } from './handle-compliance-request.js';

@Module({
  imports: [CustomersModule, DownloadsModule, MailModule, StorefrontWebhooksModule],
  controllers: [ComplianceController, DataRequestsController],
  providers: [HandleComplianceRequest, DataRequests],
})
export class PrivacyModule {}
