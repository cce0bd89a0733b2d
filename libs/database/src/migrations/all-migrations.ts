import { InitialSchema1763683200000 } from './1763683200000-initial-schema.js';
import { RevenueAtRisk1763683300000 } from './1763683300000-revenue-at-risk.js';
import { CustomerOrders1763683301000 } from './1763683301000-customer-orders.js';
import { RecalculateAndErase1763683310000 } from './1763683310000-recalculate-and-erase.js';
import { RateLimit1763683330000 } from './1763683330000-rate-limit.js';
import { WebhookSecrets1763683340000 } from './1763683340000-webhook-secrets.js';
import { DailyScoreChanges1763683410000 } from './1763683410000-daily-score-changes.js';
import { Accounts1763683420000 } from './1763683420000-accounts.js';
import { Mails1763683420001 } from './1763683420001-mails.js';
import { AuditLog1763683430000 } from './1763683430000-audit-log.js';
import { UsageCounts1763683430001 } from './1763683430001-usage-counts.js';
import { ScoreDrift1763683430002 } from './1763683430002-score-drift.js';
import { WebhookDeliveries1763683440000 } from './1763683440000-webhook-deliveries.js';
import { Models1763683450000 } from './1763683450000-models.js';
import { Predictions1763683450001 } from './1763683450001-predictions.js';
import { Campaigns1763683460000 } from './1763683460000-campaigns.js';
import { Storefront1763683470000 } from './1763683470000-storefront.js';
import { CampaignRetention1763683470001 } from './1763683470001-campaign-retention.js';
import { RefundTotals1763683470002 } from './1763683470002-refund-totals.js';
import { Traces1763683470900 } from './1763683470900-traces.js';
import { StorefrontSync1763683471000 } from './1763683471000-storefront-sync.js';
import { CustomersByExternalId1763683480000 } from './1763683480000-customers-by-external-id.js';
import { StorefrontUninstalled1763683491000 } from './1763683491000-storefront-uninstalled.js';
import { ImportEnds1763683493000 } from './1763683493000-import-ends.js';
import { LookBackEnds1763683494000 } from './1763683494000-look-back-ends.js';
import { LookBackCut1763683495000 } from './1763683495000-look-back-cut.js';
import { WooCommerceHistory1763683492000 } from './1763683492000-woocommerce-history.js';

/** Every migration, oldest first. One that has been released is never changed. */
export const ALL_MIGRATIONS = [
  InitialSchema1763683200000,
  RevenueAtRisk1763683300000,
  CustomerOrders1763683301000,
  RecalculateAndErase1763683310000,
  RateLimit1763683330000,
  WebhookSecrets1763683340000,
  DailyScoreChanges1763683410000,
  Accounts1763683420000,
  Mails1763683420001,
  AuditLog1763683430000,
  UsageCounts1763683430001,
  ScoreDrift1763683430002,
  WebhookDeliveries1763683440000,
  Models1763683450000,
  Predictions1763683450001,
  Campaigns1763683460000,
  Storefront1763683470000,
  CampaignRetention1763683470001,
  RefundTotals1763683470002,
  Traces1763683470900,
  StorefrontSync1763683471000,
  CustomersByExternalId1763683480000,
  StorefrontUninstalled1763683491000,
  WooCommerceHistory1763683492000,
  ImportEnds1763683493000,
  LookBackEnds1763683494000,
  LookBackCut1763683495000,
];
