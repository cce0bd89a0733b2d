import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.js';

/** Every number of the interface and of the decisions on it that is not a plan's. ⚙ */
export const LIMITS = {
  /** UTF-8 bytes of the compact JSON of an event's `data`. */
  dataBytes: 64 * 1024,
  dataDepth: 20,
  /** Characters of `event_id` and `customer_id`. */
  idLength: 255,
  /** How far in the future an event may lie, for clocks that run ahead. */
  occurredAtAheadMs: 5 * MINUTE_MS,
  occurredAtEarliest: new Date('2000-01-01T00:00:00.000Z'),
  value: { min: 0, max: 1e12 },
  /** For a tenant with whom nothing has been agreed, on a plan that leaves it open. */
  requestsPerMinute: 100,
  rateWindowMs: MINUTE_MS,
  pageSize: { min: 1, max: 200, default: 50 },
  historyRows: 30,
  customersPerRecalculation: 1000,
  staleScoreMs: 48 * HOUR_MS,
  /** How far the timestamp of a signed webhook may be from now, either way (Standard Webhooks). */
  webhookToleranceMs: 5 * MINUTE_MS,
  /** This long after a month no process counts for it any more. */
  usageSettledMs: 7 * DAY_MS,
  accessTokenMs: HOUR_MS,
  /** From its last refresh on; a session that is used does not end. */
  sessionMs: 30 * DAY_MS,
  /** Tabs that refresh at the same moment send the same token; this long after its first use it is no theft. */
  refreshGraceMs: 10 * SECOND_MS,
  invitationMs: 7 * DAY_MS,
  /** Invitations of one tenant that wait to be accepted. */
  openInvitations: 100,
  /** Mails to people who may not know us: to one address from all tenants in an hour, and of one tenant in a day. */
  invitationMails: { perAddress: 5, perTenant: 100 },
  passwordResetMs: HOUR_MS,
  /** How long somebody may look at the page of a platform before they decide. */
  storefrontStateMs: 10 * MINUTE_MS,
  /** Mails that one account gets for the asking. */
  passwordResetsPerHour: 3,
  /** How often a password or code may be tried: for one account from anywhere, from a browser that it knows, by who has signed in. */
  attempts: { windowMs: 15 * MINUTE_MS, perAccount: 30, perDevice: 10, perUser: 10 },
  emailLength: 254,
  password: { minCharacters: 10, maxBytes: 72 },
  companyNameLength: 100,
  /** Of requests to paths that take a few short fields. */
  accountBodyBytes: 64 * 1024,
  /** Of the webhooks of a storefront. */
  storefrontBodyBytes: 2 * 1024 * 1024,
  /** Resources in one call of a storefront, which are one as a rule. */
  storefrontResources: 1000,
  /** When the last webhook of a shop came is known this well. */
  webhookSeenMs: MINUTE_MS,
  /** How long the names of deliveries are kept by which one that comes again is known. Platforms try for hours. */
  storefrontDeliveriesMs: 30 * DAY_MS,
  /** Days within which a customer must order again. */
  horizonDays: { min: 7, max: 365 },
  /** Bounds of labels and thresholds of moves, as scores with four decimals. */
  scoreBound: { min: 0.0001, max: 0.9999 },
  scoreDelta: { min: 0.0001, max: 1 },
  /** How long an API key may stay good beside the one that replaces it. */
  apiKeyGraceHours: { max: 72, default: 0 },
  webhookSecretGraceHours: { max: 168, default: 24 },
  jobRetentionMs: 30 * DAY_MS,
  /** Jobs in the list of the latest. */
  latestJobs: 20,
  outboxRetentionMs: 14 * DAY_MS,
  /** What one recovery may send again: how far back, and how many deliveries. */
  recovery: { reachMs: 14 * DAY_MS, deliveries: 10_000 },
  /** How long a delivery is kept, by what became of it. */
  deliveryRetentionMs: { success: 30 * DAY_MS, deadLetter: 90 * DAY_MS },
  campaign: {
    nameLength: 100,
    /** More than half of the audience held out would be no campaign any more. */
    holdoutPercent: { max: 50, default: 10 },
    cooldownDays: { max: 365, default: 14 },
    recipients: 10_000_000,
    money: 1e12,
    scheduleLength: 100,
    /** Ids in one delivery. */
    recipientsPerDelivery: 1000,
    previewIds: 20,
    idempotencyKeyLength: 255,
    /** How long choosing an audience may take while somebody waits for the answer. */
    chooseMs: 5 * SECOND_MS,
    /** ⚙ Longer than any cooldown and any time that results wait for: then nothing rests on who a recipient was. */
    recipientRetentionMs: 400 * DAY_MS,
  },
  /** For so long the totals of each day are kept apart. */
  trendDays: 400,
  /** Customers whom the analytics name. */
  analyticsCustomers: 10,
} as const;
