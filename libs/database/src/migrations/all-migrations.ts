import { InitialSchema1763683200000 } from './1763683200000-initial-schema.js';
import { RevenueAtRisk1763683300000 } from './1763683300000-revenue-at-risk.js';
import { CustomerOrders1763683301000 } from './1763683301000-customer-orders.js';
import { RecalculateAndErase1763683310000 } from './1763683310000-recalculate-and-erase.js';
import { RateLimit1763683330000 } from './1763683330000-rate-limit.js';
import { WebhookSecrets1763683340000 } from './1763683340000-webhook-secrets.js';

/** Every migration, oldest first. One that has been released is never changed. */
export const ALL_MIGRATIONS = [
  InitialSchema1763683200000,
  RevenueAtRisk1763683300000,
  CustomerOrders1763683301000,
  RecalculateAndErase1763683310000,
  RateLimit1763683330000,
  WebhookSecrets1763683340000,
];
