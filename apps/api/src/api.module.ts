import { type DynamicModule, Module } from '@nestjs/common';
import { PlatformModule, type PlatformOptions } from '#libs/platform';
import { AccountsModule } from './accounts/accounts.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BillingModule } from './billing/billing.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { ChurnModule } from './churn/churn.module.js';
import { SegmentCallsModule } from './segment-calls/segment-calls.module.js';
import { SegmentsModule } from './segments/segments.module.js';
import { NotesModule } from './notes/notes.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { HealthModule } from './health/health.module.js';
import { AccessModule } from './http/access/access.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { StorefrontWebhooksModule } from './ingest/storefront/storefront-webhooks.module.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { PrivacyModule } from './integrations/privacy/privacy.module.js';
import { OwnAppModule } from './integrations/own-app/own-app.module.js';
import { WooCommerceModule } from './integrations/woocommerce/woocommerce.module.js';
import { DestinationsModule } from './destinations/destinations.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { WebhookSettingsModule } from './webhooks/settings/webhook-settings.module.js';
import { WebhookDeliveriesModule } from './webhooks/deliveries/webhook-deliveries.module.js';
import { TenantDataModule } from './tenant-data/tenant-data.module.js';
import { TraitsModule } from './traits/traits.module.js';
import { EventLogModule } from './event-log/event-log.module.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { TimelineModule } from './timeline/timeline.module.js';

const FEATURES = [
  HealthModule,
  IngestModule,
  SegmentCallsModule,
  UploadsModule,
  StorefrontWebhooksModule,
  CustomersModule,
  SegmentsModule,
  NotesModule,
  TimelineModule,
  EventLogModule,
  TraitsModule,
  ChurnModule,
  AuditModule,
  AccountsModule,
  WebhookDeliveriesModule,
  DestinationsModule,
  ApiKeysModule,
  WebhookSettingsModule,
  SettingsModule,
  TenantDataModule,
  BillingModule,
  CampaignsModule,
  IntegrationsModule,
  OwnAppModule,
  WooCommerceModule,
  PrivacyModule,
];

@Module({ imports: [AccessModule, ...FEATURES] })
export class ApiModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return { module: ApiModule, imports: [PlatformModule.forRoot(options)] };
  }
}
