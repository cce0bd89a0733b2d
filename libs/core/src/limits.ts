import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time/clock.js';

/** Every number of the interface that does not depend on the plan. */
export const LIMITS = {
  /** Rejected events that are kept for people to look at: of a tenant, of a request, and of a minute in each process. */
  rejections: { kept: 2000, perRequest: 20, perMinute: 200, days: 30 },
  /** The largest `data` of an event: UTF-8 bytes of its compact JSON. */
  dataBytes: 64 * 1024,
  dataDepth: 20,
  /** Fields of `data` that a tenant may allow in addition to those that are always stored, and the characters of their names. */
  dataFields: { count: 50, nameLength: 64 },
  /**
   * Items of an order that count, characters of a category, categories that are stored of a customer (those bought last), and the newest events
   * with items that are read of an identifier.
   */
  items: { count: 100, categoryLength: 100, categoriesPerCustomer: 100, eventsPerIdentifier: 1000 },
  /** The most characters of `event_id` and `customer_id`. */
  idLength: 255,
  /** An event may lie this far in the future, for clocks that run ahead. */
  occurredAtAheadMs: 5 * MINUTE_MS,
  occurredAtEarliest: new Date('2000-01-01T00:00:00.000Z'),
  value: { min: 0, max: 1e12 },
  /** Number of orders that a `customer_history` event can sum up. */
  history: { orders: { min: 0, max: 1_000_000 } },
  /** The default for a tenant without an agreed limit, on a plan that has none. */
  requestsPerMinute: 100,
  /** Smallest limit for the people of a tenant, on any plan. */
  peopleRequestsPerMinute: 300,
  rateWindowMs: MINUTE_MS,
  pageSize: { min: 1, max: 200, default: 50 },
  historyRows: 30,
  customersPerRecalculation: 1000,
  /** More orders of one customer would hold up other requests of the process for over a tenth of a second. */
  explainedOrders: 20_000,
  /** A customer with more orders is a till or a guest account, and not a person. It is scored once a minute at most. */
  ordersOfPerson: 5000,
  /** The largest difference, in either direction, between now and the timestamp of a signed webhook (Standard Webhooks). */
  webhookToleranceMs: 5 * MINUTE_MS,
  /** This long after the end of a month, every process has stored its counts for it. */
  usageFinalMs: 7 * DAY_MS,
  accessTokenMs: HOUR_MS,
  /** The lifetime of a session since its last refresh. A session in use ends after SESSION_MAX_DAYS. */
  sessionMs: 30 * DAY_MS,
  /** A sign-in or a confirmation is a fresh proof of the person for this long. */
  freshProofMs: 5 * MINUTE_MS,
  /** Two tabs may refresh with the same token. Within this time of its first use that does not count as theft. */
  refreshGraceMs: 10 * SECOND_MS,
  /** The most tenants that a person can belong to. A sign-in reads each of them. */
  tenantsPerPerson: 50,
  invitationMs: 7 * DAY_MS,
  /** The most open invitations of a tenant. */
  openInvitations: 100,
  /** Limits for mails to strangers: to one address from all tenants per hour, and from one tenant per day. */
  invitationMails: { perAddress: 5, perTenant: 100 },
  passwordResetMs: HOUR_MS,
  /** The lifetime of a link that verifies an e-mail address, and the most mails with one that an account sends per day on request. */
  verificationMs: DAY_MS,
  verificationMailsPerDay: 5,
  /** The time that a person has to decide on the page of a platform. */
  storefrontStateMs: 10 * MINUTE_MS,
  /** The most mails that an account gets on request. */
  passwordResetsPerHour: 3,
  /** The most tries of a password or code: for an account from anywhere, from a known browser, and by a signed-in user. */
  attempts: { windowMs: 15 * MINUTE_MS, perAccount: 30, perDevice: 10, perUser: 10 },
  /**
   * Wrong codes after a right password: the most in `attempts.windowMs`, and the most in a row before the second factor locks. The
   * lifetime of the link that opens it again, and the most mails with one. A reset of the password by mail turns off a younger second factor:
   * a stranger may have set it up, and the owner got a mail about it.
   */
  secondFactor: { perWindow: 10, inARow: 100, unlockMs: HOUR_MS, unlockMailsPerHour: 3, youngMs: 30 * DAY_MS },
  emailLength: 254,
  password: { minCharacters: 10, maxBytes: 72 },
  companyNameLength: 100,
  /** The longest URL of a webhook, a campaign or a shop. */
  urlLength: 2048,
  /** The largest body of requests with a few short fields. */
  accountBodyBytes: 64 * 1024,
  /** The largest body of a storefront webhook. */
  storefrontBodyBytes: 2 * 1024 * 1024,
  /** The most resources in one call of a storefront; normally there is one. */
  storefrontResources: 1000,
  /** The time of a shop's last webhook is stored with this precision. */
  webhookSeenMs: MINUTE_MS,
  /** The keys of a platform's deliveries are kept this long to recognise a repetition. Platforms retry for hours. */
  storefrontDeliveriesMs: 30 * DAY_MS,
  /** Number of orders in one request for the customers of orders. */
  ordersPerLookUp: 1000,
  /** A refund, cancellation or deletion waits this long for its order. */
  placeholderMs: 90 * DAY_MS,
  /** The allowed horizon in days. */
  horizonDays: { min: 7, max: 365 },
  /** The allowed retention in months. A year and a month, so that every model has seen each season. */
  retentionMonths: { min: 13, max: 120 },
  /** No retention reaches events that are younger: 13 months have at least 393 days. */
  retentionReachesMs: 390 * DAY_MS,
  /** The time from deciding what a retention removes to the removal. It gives every process time to learn of the decision. */
  retentionGraceMs: HOUR_MS,
  /** The allowed label bounds and score thresholds, with four decimals. */
  scoreBound: { min: 0.0001, max: 0.9999 },
  scoreDelta: { min: 0.0001, max: 1 },
  /** The longest grace period of a replaced API key. */
  apiKeyGraceHours: { max: 72, default: 0 },
  /** Keys of a tenant in addition to its main key. */
  namedApiKeys: 20,
  /** New keys of a tenant within a day, named or main. Ended keys are kept for a month, and each new key is reported by mail. */
  apiKeysPerDay: 50,
  apiKeyNameLength: 60,
  /** Time between two notes that a key was used. */
  keyUseNotedMs: MINUTE_MS,
  /** An ended key keeps its name in the log of events for as long as the log goes back. */
  endedKeyKeptMs: 30 * DAY_MS,
  webhookSecretGraceHours: { max: 168, default: 24 },
  /** The time in which the deletion of a tenant can be cancelled. */
  tenantDeletionGraceMs: 7 * DAY_MS,
  /** The lifetime of the file of an export, and its largest size. Operators can export more. */
  tenantExport: { keptMs: 7 * DAY_MS, bytes: 4 * 1024 ** 3 },
  jobRetentionMs: 30 * DAY_MS,
  /** Finished jobs of a tenant that are kept beyond a day, and recalculations that it opens within a day. */
  jobs: { finishedKept: 10_000, recalculationsPerDay: 10_000 },
  /**
   * Entries of one action in the audit log: at most `perDay` a day. Above that, people are refused; actions that must go on, such as a
   * sign-in, get one entry in `thinnedMs`.
   */
  audit: { perDay: 1000, thinnedMs: MINUTE_MS, retentionMs: 400 * DAY_MS },
  /** Uploads of a tenant that are listed: the row of the oldest one goes when there are more. The numbers of what one says of itself. */
  uploads: { kept: 1000, perEvent: 100, fileNameLength: 255, currencies: 20, statuses: 100, statusLength: 60, count: 1_000_000_000 },
  /** The most jobs in the list of recent jobs. */
  latestJobs: 20,
  outboxRetentionMs: 14 * DAY_MS,
  /** Places outside that one tenant may want scores in. */
  destinations: { count: 10, nameLength: 100, prefixLength: 200 },
  /** The limits of one recovery: how far back, and how many deliveries. */
  recovery: { reachMs: 14 * DAY_MS, deliveries: 10_000 },
  /** The retention of a delivery, by its result. */
  deliveryRetentionMs: { success: 30 * DAY_MS, deadLetter: 90 * DAY_MS },
  /** Other identifiers of a customer, and how long one of them can be taken back. */
  aliases: { perCustomer: 20, reversibleMs: 30 * DAY_MS },
  /** Numeric traits that a merchant gives customers: names of a tenant, characters of a name, and values. */
  traits: { names: 20, nameLength: 40, value: { min: -1e12, max: 1e12 } },
  /** The largest bounds of conditions on customers. */
  conditions: { orders: 1_000_000_000, spend: 1e12, categories: 10 },
  /** The segments of a tenant, and the customers of one that lists them. */
  segments: { count: 50, nameLength: 60, idLength: 36, customers: 10_000 },
  /** Notes of people on customers, in characters. */
  notes: { perCustomer: 200, length: 2000 },
  campaign: {
    /** The most campaigns of a tenant that are not archived, and the most active ones that a schedule or a trigger sends. */
    campaigns: 200,
    automatic: 50,
    nameLength: 100,
    /** The offers that one campaign compares. */
    arms: { min: 2, max: 4, nameLength: 40, textLength: 500 },
    /** The difference of return rates that a campaign may hope for. */
    hopedEffect: { min: 0.005, max: 0.5 },
    /** A control group may be at most half of the audience. */
    holdoutPercent: { max: 50, default: 10 },
    /** Customers that campaigns never contact, as a percentage of all. */
    controlPercent: { max: 50, default: 5 },
    /** The highest cost of one contact, in the currency of the shop. */
    contactCost: 1_000_000,
    cooldownDays: { max: 365, default: 14 },
    /** The days after a contact within which an order counts as an answer. */
    windowDays: { min: 7, max: 90 },
    recipients: 10_000_000,
    money: 1e12,
    scheduleLength: 100,
    /** The most sends of all campaigns of a tenant within an hour. Customers who trigger a campaign wait for its next one together. */
    sendsPerHour: 200,
    /** The most ids in one delivery. */
    recipientsPerDelivery: 1000,
    /** The most deliveries of its campaigns that a tenant may have under way before the next send. The largest send has 10,000. */
    partsUnderWay: 20_000,
    /** A downloaded list is given up after this time, unless a user marks it as used. */
    listMs: 14 * DAY_MS,
    /** The most recipients of all campaigns of a tenant within a day: `perCustomer` times its customers, but at least `least`. */
    recipientsPerDay: { least: 1_000_000, perCustomer: 10 },
    previewIds: 20,
    idempotencyKeyLength: 255,
    /** The most recipients with results that are counted while a person waits. Workers count those of more. */
    countedAtOnce: 50_000,
    /** The longest time to select an audience while a person waits. */
    chooseMs: 10 * SECOND_MS,
    /** Longer than every cooldown and every result window, so nothing depends on a recipient any more. */
    recipientRetentionMs: 400 * DAY_MS,
  },
  /** A customer keeps every score for this time, and after it the last one of each week. */
  historyRetentionMs: 400 * DAY_MS,
  /** Daily totals are kept separately for this long. */
  trendDays: 400,
  /** The most customers that the analytics list. */
  analyticsCustomers: 10,
} as const;
