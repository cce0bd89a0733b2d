// Written by `npm run generate:client` from the OpenAPI document of the service, and held against it by a test: not to be changed by hand.

export interface AcceptInvitationDto {
  /** From the link in the mail, behind #token= */
  readonly token: string;
  /** text of at least 10 characters and at most 72 bytes in UTF-8, without control characters */
  readonly password: string;
}

export interface AnalyticsDto {
  /** Customers with a score, by label */
  readonly distribution: DistributionDto;
  /** Mean of all scores, four decimals; 0.0000 when nobody has one */
  readonly avg_score: string;
  /** Customers whose label is high or critical */
  readonly at_risk_count: number;
  /** Sum over all customers with a score, whatever their label; in `currency` */
  readonly revenue_at_risk: string;
  readonly period: '7d' | '30d' | '90d';
  readonly currency: string;
  /** How things stood at the end of each day of the period, oldest first; the last one is today and now. Days before the first score are absent */
  readonly trends: DayTotalsDto[];
  /** The totals at the end of the previous period, one day before this one starts; null when there was no score yet */
  readonly previous_period: DayTotalsDto | null;
  /** The ten customers labelled high or critical with most revenue at risk */
  readonly at_risk_customers: CustomerDto[];
}

export interface ApiKeySummaryDto {
  /** The first characters after ck_live_ */
  readonly prefix: string;
  readonly created_at: string;
  /** When the key ends; null: never */
  readonly expires_at: string | null;
}

export interface AudiencePreviewDto {
  /** To whom it would be sent now */
  readonly recipients_count: number;
  /** Your own identifiers of the first 20 of them, most revenue at risk first */
  readonly customer_external_ids: string[];
  /** Everybody whom the audience names: recipients and who is left out */
  readonly audience_count: number;
  readonly left_out: LeftOutDto;
}

export interface AuditActorDto {
  readonly kind: 'user' | 'api_key' | 'admin' | 'system';
  /** The user; null when the actor is not a user */
  readonly user_id: string | null;
}

export interface AuditEntryDto {
  readonly id: string;
  readonly at: string;
  readonly action: 'tenant.created' | 'user.registered' | 'user.logged_in' | 'user.login_failed' | 'user.logged_out' | 'user.password_changed' | 'user.password_reset' | 'user.two_factor_enabled' | 'user.two_factor_disabled' | 'session.revoked' | 'session.refresh_reused' | 'member.invited' | 'member.invitation_revoked' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'api_key.created' | 'api_key.regenerated' | 'api_key.revoked' | 'settings.changed' | 'webhook.changed' | 'webhook.disabled' | 'webhook.replayed' | 'webhook.recovered' | 'webhook_secret.created' | 'plan.changed' | 'customer.erasure_requested' | 'customer.data_requested' | 'campaign.created' | 'campaign.changed' | 'campaign.archived' | 'campaign.deleted' | 'campaign.sent' | 'storefront.connected' | 'storefront.disconnected' | 'storefront.reauthorize_needed';
  readonly actor: AuditActorDto;
  /** The network of the caller, never the full address */
  readonly network: string | null;
  /** Details of the action, without secrets */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditLogDto {
  /** Newest first */
  readonly data: AuditEntryDto[];
  readonly pagination: PaginationDto;
}

export interface AuthorizeStorefrontDto {
  /** Page of the platform on which an administrator of the shop allows the connection. It works once, for 10 minutes */
  readonly authorize_url: string;
}

export interface BandDto {
  readonly label: 'low' | 'medium' | 'high' | 'critical';
  /** Mean score of the customers with this label; null when nobody has it */
  readonly promised: number | null;
  /** Share of these customers who placed no order */
  readonly observed: number | null;
  /** Customers */
  readonly n: number;
}

export interface BaselineDto {
  /** AUC of the days since the last order alone */
  readonly recency_only_auc: number | null;
  /** Share of customers whom the rule "gone after horizon_days without an order" calls gone */
  readonly rule_flagged: number | null;
  /** Share of those called gone by that rule who placed no order */
  readonly rule_observed: number | null;
  /** Brier score of that rule */
  readonly rule_brier: number | null;
}

export interface BatchReplyDto {
  readonly accepted: number;
  readonly rejected: number;
  readonly duplicates: number;
  /** One for each event, in the order sent */
  readonly results: EventResultDto[];
}

export interface BillingDto {
  readonly plan: 'starter' | 'pro' | 'enterprise';
  /** As of a few seconds ago */
  readonly usage: UsageDto;
  readonly limits: PlanLimitsDto;
}

export interface CalibrationBinDto {
  /** Scores from bin / 10 to (bin + 1) / 10 */
  readonly bin: number;
  /** Mean score; null when nobody is in the bin */
  readonly predicted: number | null;
  /** Share of these customers who placed no order */
  readonly observed: number | null;
  /** Customers */
  readonly n: number;
}

export interface CampaignAudienceDto {
  readonly labels?: ('low' | 'medium' | 'high' | 'critical')[] | null;
  /** Included */
  readonly min_score?: number | null;
  /** Included */
  readonly max_score?: number | null;
  /** Of all orders, in your currency */
  readonly min_monetary?: number | null;
  /** In your currency */
  readonly min_revenue_at_risk?: number | null;
}

export interface CampaignDto {
  readonly id: string;
  readonly name: string;
  readonly channel: 'webhook';
  /** Follows the same rules as the URL in the webhook settings */
  readonly webhook_url: string;
  readonly status: 'draft' | 'active' | 'paused' | 'archived';
  readonly audience: CampaignAudienceDto;
  /** Percent of the audience that is sent nothing, so that results have something to be compared with; always the same customers */
  readonly holdout_percent: number;
  /** Leaves out customers who got any of your campaigns within this number of days */
  readonly cooldown_days: number;
  /** Largest number of recipients: those with the most revenue at risk; null: all */
  readonly max_recipients: number | null;
  /** Cron expression with five fields, in your time zone. One run makes up for all missed runs. */
  readonly schedule: string | null;
  /** Send to each customer of the audience who enters high or critical from below, or critical from anywhere else */
  readonly trigger: 'entered_high' | 'entered_critical' | null;
  /** When the schedule runs next; null while it does not */
  readonly next_run_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** null: never so far */
  readonly last_sent_at: string | null;
  readonly stats: CampaignStatsDto;
}

export interface CampaignGroupDto {
  /** Customers, each counted once, from the first sending on */
  readonly n: number;
  /** Who have ordered within the window */
  readonly returned: number;
  /** returned / n; null when n is 0 */
  readonly rate: number | null;
  /** Revenue of these orders, net of refunds, in your currency */
  readonly revenue: string;
  /** Of n, those whose window has passed: only they decide whether it is conclusive */
  readonly matured: number;
}

export interface CampaignPageDto {
  /** Newest first */
  readonly data: CampaignDto[];
  readonly pagination: PaginationDto;
}

export interface CampaignPreviewDto {
  /** To whom it would be sent now */
  readonly recipients_count: number;
  /** Your own identifiers of the first 20 of them, most revenue at risk first */
  readonly customer_external_ids: string[];
  /** Everybody whom the audience names: recipients and who is left out */
  readonly audience_count: number;
  readonly left_out: LeftOutDto;
  readonly campaign_id: string;
}

export interface CampaignResultsDto {
  readonly campaign_id: string;
  /** Days after a sending within which an order counts: your horizon at that time */
  readonly window_days: number | null;
  readonly treated: CampaignGroupDto;
  readonly holdout: CampaignGroupDto;
  /** Return rate of the contacted customers minus that of the control group; null when a group is empty */
  readonly uplift: number | null;
  /** 95 % interval of the uplift (Newcombe, hybrid score) */
  readonly ci95: number[] | null;
  /** True when each group has at least 30 customers whose window has passed, and the interval excludes 0 */
  readonly conclusive: boolean;
  /** Why the result is conclusive or not */
  readonly verdict: 'conclusive' | 'too_few' | 'interval_includes_zero';
  /** null when a group has fewer than two customers */
  readonly revenue_uplift: RevenueUpliftDto | null;
}

export interface CampaignSendDto {
  readonly campaign_id: string;
  /** To whom it is sent */
  readonly recipients_count: number;
  /** Who was held out */
  readonly holdout_count: number;
  /** One delivery for each thousand recipients, in order */
  readonly delivery_ids: string[];
}

export interface CampaignStatsDto {
  /** How often the campaign was sent */
  readonly sends: number;
  /** Over all of them */
  readonly recipients: number;
  /** Over all of them */
  readonly holdout: number;
  /** Deliveries that wait for an attempt */
  readonly deliveries_open: number;
  readonly deliveries_success: number;
  readonly deliveries_dead_letter: number;
}

export interface ChangeCampaignDto {
  /** Replaces the whole audience. Default: every customer with a score */
  readonly audience?: CampaignAudienceDto;
  /** Percent of the audience that is sent nothing, so that results have something to be compared with; always the same customers */
  readonly holdout_percent?: number;
  /** Leaves out customers who got any of your campaigns within this number of days */
  readonly cooldown_days?: number;
  /** Largest number of recipients: those with the most revenue at risk; null: all */
  readonly max_recipients?: number | null;
  readonly channel?: 'webhook';
  /** Cron expression with five fields, in your time zone. One run makes up for all missed runs. */
  readonly schedule?: string | null;
  /** Send to each customer of the audience who enters high or critical from below, or critical from anywhere else */
  readonly trigger?: 'entered_high' | 'entered_critical' | null;
  readonly name?: string;
  /** Follows the same rules as the URL in the webhook settings */
  readonly webhook_url?: string;
  /** draft → active ↔ paused; every status → archived, which is final */
  readonly status?: 'draft' | 'active' | 'paused' | 'archived';
}

export interface ChangeMemberDto {
  readonly role: 'owner' | 'member';
}

export interface ChangePasswordDto {
  /** The current password */
  readonly current_password: string;
  /** text of at least 10 characters and at most 72 bytes in UTF-8, without control characters */
  readonly new_password: string;
}

export interface ChangePlanDto {
  readonly plan: 'starter' | 'pro' | 'enterprise';
}

export interface ChangeSettingsDto {
  readonly name?: string;
  /** ISO 4217, upper case */
  readonly currency?: string;
  /** IANA name */
  readonly timezone?: string;
  /** medium < high < critical; null: those of the service */
  readonly label_thresholds?: LabelThresholdsDto | null;
  /** Days within which a customer must order again; null: the service chooses */
  readonly horizon_days?: number | null;
}

export interface ChangeWebhookSettingsDto {
  /** null: send nothing */
  readonly url?: string | null;
  /** true also enables an endpoint that the service disabled */
  readonly enabled?: boolean;
  readonly event_types?: ('customer.churn_score.changed' | 'customer.high_risk.detected')[];
  /** Also send an event when a score moves this far within its label, at once or step by step; null: only when the label changes */
  readonly score_delta_threshold?: number | null;
}

export interface ChangedSettingsDto {
  readonly name: string;
  /** ISO 4217. Monetary sums count only orders in this currency */
  readonly currency: string;
  /** IANA name. The analytics use the days of this time zone */
  readonly timezone: string;
  readonly label_thresholds: LabelThresholdsDto;
  /** Days within which a customer must order again; null: the service chooses */
  readonly horizon_days: number | null;
  /** Requests per minute, agreed with the operator. You cannot change it here */
  readonly rate_limit_per_minute: number;
  /** The job that recalculates the scores; null when the change does not affect them */
  readonly job_id: string | null;
}

export interface ChurnDetailDto {
  readonly customer_id: string;
  readonly external_id: string;
  /** null until there is an order to score */
  readonly churn: ChurnSummaryDto | null;
  readonly features: FeaturesDto;
  readonly features_extended: ExtendedFeaturesDto;
  /** The strongest reasons, strongest first */
  readonly explanation: ReasonDto[];
  /** Newest first, at most 30 */
  readonly history: HistoryEntryDto[];
  readonly confidence: 'low' | 'medium' | 'high' | null;
  readonly horizon_days: number | null;
  /** The score is older than 48 hours */
  readonly stale: boolean;
  readonly warnings: string[];
}

export interface ChurnSummaryDto {
  /** Probability that the customer places no order within the horizon */
  readonly score: string;
  readonly label: 'low' | 'medium' | 'high' | 'critical';
  /** When the score was calculated */
  readonly calculated_at: string;
  readonly model_version: string;
}

export interface CodeDto {
  /** The six digits of the app */
  readonly code: string;
}

export interface ConnectStorefrontDto {
  /** The domain of the shop at its platform */
  readonly shop: string;
  /** Default: the platform that the domain belongs to */
  readonly platform?: 'generic' | 'shopify' | 'shopline';
}

export interface ConnectWooCommerceDto {
  /** Includes the path of WordPress, if it has one. The service sends the keys there, over https only */
  readonly shop: string;
  /** A key that may read, or read and write. WooCommerce shows it under Advanced, REST API */
  readonly consumer_key?: string;
  /** Needed with consumer_key. The service encrypts it and never shows it again */
  readonly consumer_secret?: string;
  /** Hours that the previous secret of the shop stays valid */
  readonly grace_period_hours?: number;
}

export interface CreateCampaignDto {
  /** Replaces the whole audience. Default: every customer with a score */
  readonly audience?: CampaignAudienceDto;
  /** Percent of the audience that is sent nothing, so that results have something to be compared with; always the same customers */
  readonly holdout_percent?: number;
  /** Leaves out customers who got any of your campaigns within this number of days */
  readonly cooldown_days?: number;
  /** Largest number of recipients: those with the most revenue at risk; null: all */
  readonly max_recipients?: number | null;
  readonly channel?: 'webhook';
  /** Cron expression with five fields, in your time zone. One run makes up for all missed runs. */
  readonly schedule?: string | null;
  /** Send to each customer of the audience who enters high or critical from below, or critical from anywhere else */
  readonly trigger?: 'entered_high' | 'entered_critical' | null;
  readonly name: string;
  /** Follows the same rules as the URL in the webhook settings */
  readonly webhook_url: string;
  readonly status?: 'draft' | 'active';
}

export interface CustomerDataDto {
  readonly request: DataRequestDto;
  /** Oldest first, at most 10 000 */
  readonly events: StoredEventDto[];
  /** Oldest first */
  readonly scores: StoredScoreDto[];
}

export interface CustomerDto {
  readonly id: string;
  /** Your own identifier, sent as `customer_id` in events */
  readonly external_id: string;
  /** null until there is an order to score */
  readonly churn: ChurnSummaryDto | null;
  /** Latest event of any type */
  readonly last_activity_at: string | null;
  /** Latest counted order */
  readonly last_order_at: string | null;
  /** Earliest event of any type */
  readonly first_seen_at: string | null;
  /** Counted orders: without cancelled, fully refunded, zero-value and test orders */
  readonly orders_count: number;
  /** Decimal with two places, in `currency`, net of refunds */
  readonly monetary_total: string;
  /** The score times the amount that such a customer would spend within the horizon, if still a customer */
  readonly revenue_at_risk: string;
  readonly currency: string;
  /** When the service first heard of the customer */
  readonly created_at: string;
  /** When the service last changed the record */
  readonly updated_at: string;
}

export interface CustomerPageDto {
  readonly data: CustomerDto[];
  readonly pagination: PaginationDto;
}

export interface DataRequestDto {
  readonly id: string;
  readonly platform: 'generic' | 'shopify' | 'shopline' | 'woocommerce';
  readonly shop: string;
  /** Your own identifier of the customer whose data is requested */
  readonly external_id: string;
  readonly requested_at: string;
  /** When the data was first downloaded */
  readonly fetched_at: string | null;
}

export interface DataRequestListDto {
  /** Newest first, at most 200 */
  readonly data: DataRequestDto[];
}

export interface DayTotalsDto {
  /** Customers with a score, by label */
  readonly distribution: DistributionDto;
  /** Mean of all scores, four decimals; 0.0000 when nobody has one */
  readonly avg_score: string;
  /** Customers whose label is high or critical */
  readonly at_risk_count: number;
  /** Sum over all customers with a score, whatever their label; in `currency` */
  readonly revenue_at_risk: string;
  /** A day of the time zone of the tenant */
  readonly date: string;
}

export interface DeliveryAttemptDto {
  readonly attempt: number;
  readonly at: string;
  /** null: there was no answer */
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** null: it was taken */
  readonly error: string | null;
  /** The first 2 KB of the answer */
  readonly response_body: string | null;
}

export interface DeliveryDetailDto {
  /** Also sent as `X-Service-Delivery-Id` and `webhook-id`; the same for every attempt */
  readonly id: string;
  readonly event: 'customer.churn_score.changed' | 'customer.high_risk.detected' | 'retention.campaign.sent';
  /** `failed`: an attempt failed and there will be another */
  readonly status: 'pending' | 'success' | 'failed' | 'dead_letter';
  /** The URL of the endpoint */
  readonly url: string;
  /** Your own identifier of the customer it is about; null for campaigns, tests and erased customers */
  readonly customer_id: string | null;
  readonly campaign_id: string | null;
  /** Attempts so far; a replay starts again from 0 */
  readonly attempts: number;
  readonly max_attempts: number;
  /** When the next attempt is due; null when there is none */
  readonly next_attempt_at: string | null;
  /** When the last attempt began */
  readonly last_attempt_at: string | null;
  /** What the receiver answered last; null when it did not */
  readonly last_status_code: number | null;
  /** Why the last attempt failed; null when it did not */
  readonly last_error: string | null;
  /** Milliseconds that the last attempt took */
  readonly duration_ms: number | null;
  readonly created_at: string;
  /** When the delivery succeeded or became a dead letter */
  readonly completed_at: string | null;
  /** Why it was given up */
  readonly dead_letter_reason: string | null;
  /** The body as sent; null after its customer was erased */
  readonly payload: Readonly<Record<string, unknown>> | null;
  /** Oldest first, the latest 40 */
  readonly attempts_log: DeliveryAttemptDto[];
}

export interface DeliveryDto {
  /** Also sent as `X-Service-Delivery-Id` and `webhook-id`; the same for every attempt */
  readonly id: string;
  readonly event: 'customer.churn_score.changed' | 'customer.high_risk.detected' | 'retention.campaign.sent';
  /** `failed`: an attempt failed and there will be another */
  readonly status: 'pending' | 'success' | 'failed' | 'dead_letter';
  /** The URL of the endpoint */
  readonly url: string;
  /** Your own identifier of the customer it is about; null for campaigns, tests and erased customers */
  readonly customer_id: string | null;
  readonly campaign_id: string | null;
  /** Attempts so far; a replay starts again from 0 */
  readonly attempts: number;
  readonly max_attempts: number;
  /** When the next attempt is due; null when there is none */
  readonly next_attempt_at: string | null;
  /** When the last attempt began */
  readonly last_attempt_at: string | null;
  /** What the receiver answered last; null when it did not */
  readonly last_status_code: number | null;
  /** Why the last attempt failed; null when it did not */
  readonly last_error: string | null;
  /** Milliseconds that the last attempt took */
  readonly duration_ms: number | null;
  readonly created_at: string;
  /** When the delivery succeeded or became a dead letter */
  readonly completed_at: string | null;
  /** Why it was given up */
  readonly dead_letter_reason: string | null;
}

export interface DeliveryLatencyDto {
  /** Half of the first attempts began within so many milliseconds after the score was stored */
  readonly p50: number | null;
  /** 95 % */
  readonly p95: number | null;
  /** 99 % */
  readonly p99: number | null;
}

export interface DeliveryPageDto {
  /** Newest first */
  readonly data: DeliveryDto[];
  readonly pagination: PaginationDto;
}

export interface DeliveryStatsDto {
  readonly period: '24h' | '7d' | '30d';
  /** Deliveries created within the period, without tests; at most the latest 100000 */
  readonly total: number;
  readonly success: number;
  readonly dead_letter: number;
  /** Not yet attempted, or waiting for another attempt */
  readonly open: number;
  /** Share of successful deliveries among those that ended; null when none ended */
  readonly success_rate: number | null;
  readonly latency_ms: DeliveryLatencyDto;
}

export interface DistributionDto {
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}

export interface ErasureDto {
  /** For GET /churn/jobs/{job_id} */
  readonly job_id: string;
}

export interface ErrorDetailDto {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface ErrorDto {
  /** A code, never a sentence */
  readonly error: string;
  readonly message: string;
  readonly details?: ErrorDetailDto[];
  /** The same id as in the header X-Request-Id */
  readonly request_id: string;
}

export interface EventBatchDto {
  /** At most 100 events; on the Enterprise plan 1000 */
  readonly events: EventDto[];
  /** Marks imported history. It is scored after fresh events and triggers no webhooks */
  readonly backfill?: boolean;
}

export interface EventDto {
  /** Idempotency key: the service stores an event once, even if you send it twice */
  readonly event_id: string;
  /** Your own identifier of the customer */
  readonly customer_id: string;
  readonly event_type: 'order_created' | 'order_completed' | 'order_updated' | 'order_cancelled' | 'order_refunded' | 'customer_created' | 'customer_updated' | 'customer_deleted' | 'cart_updated' | 'checkout_started' | 'checkout_abandoned' | 'product_viewed' | 'page_viewed' | 'session_started' | 'email_opened' | 'email_clicked' | 'email_unsubscribed' | 'support_ticket_opened' | 'review_submitted' | 'subscription_started' | 'subscription_renewed' | 'subscription_cancelled';
  /** ISO 8601 with Z or an offset, from 2000-01-01 to 5 minutes from now */
  readonly occurred_at: string;
  /** Amount in the currency of the shop; a refund carries a positive one */
  readonly value?: number;
  /** Anything of yours, at most 64 KB and 20 levels. Of an order event these are read: order_id, currency, updated_at, test, refunded_total */
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface EventResultDto {
  /** The id as sent; null when it was not text */
  readonly event_id: string | null;
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  /** Place in the batch, from 0 */
  readonly index: number;
  /** Rejected: what is wrong, with the value and what is allowed */
  readonly error?: string;
  /** Rejected: the rule that was broken */
  readonly code?: string;
  /** Duplicate: the service already stores an event with this id and different content, and keeps it */
  readonly conflict?: boolean;
}

export interface ExtendedFeaturesDto {
  /** Mean days between order days; null with fewer than two */
  readonly avg_gap_days: number | null;
  /** recency_days over avg_gap_days: above 1 the customer is later than usual */
  readonly overdue_ratio: number | null;
  /** Decimal with two places, in `currency`, net of refunds */
  readonly average_order_value: string | null;
  readonly orders_total: number;
  /** The day by which 80 % of similar active customers have ordered again */
  readonly expected_next_order_at: string | null;
}

export interface FeaturesDto {
  /** Whole days since the last counted order, or since the first event when there is none */
  readonly recency_days: number;
  /** Counted orders in the 30 days before the calculation */
  readonly frequency_orders_30d: number;
  /** Decimal with two places, in `currency`, net of refunds */
  readonly monetary_total: string;
}

export interface ForgotPasswordDto {
  readonly email: string;
}

export interface HistoryEntryDto {
  /** Probability that the customer places no order within the horizon */
  readonly score: string;
  readonly label: 'low' | 'medium' | 'high' | 'critical';
  /** When the score was calculated */
  readonly calculated_at: string;
  readonly model_version: string;
}

export interface IntegrationsDto {
  /** null, like `shop`, when no shop was ever connected */
  readonly platform: 'generic' | 'shopify' | 'shopline' | 'woocommerce' | null;
  readonly shop: string | null;
  /** `pending`: nothing has come from the shop yet. `reauthorize`: the platform takes our access no more, connect again. `disconnected`: also when there never was one */
  readonly status: 'pending' | 'connected' | 'reauthorize' | 'disconnected';
  readonly connected_at: string | null;
  /** When the last webhook of the shop arrived */
  readonly last_webhook_at: string | null;
  /** The webhook topics that the service needs and whether the shop has them; empty when the shop manages its own webhooks */
  readonly webhooks: WebhookTopicDto[];
  /** The import of past orders */
  readonly import: StorefrontImportDto;
  /** Platforms that can be connected by POST /integrations/storefront/connect */
  readonly available_platforms: ('generic' | 'shopify' | 'shopline')[];
}

export interface InvitationDto {
  readonly id: string;
  readonly email: string;
  readonly role: 'owner' | 'member';
  readonly created_at: string;
  readonly expires_at: string;
}

export interface InvitationListDto {
  /** Invitations that can still be accepted, newest first */
  readonly data: InvitationDto[];
}

export interface InviteDto {
  readonly email: string;
  readonly role?: 'owner' | 'member';
}

export interface JobDto {
  readonly job_id: string;
  /** `fit`: the service fits a new model to your orders. `refit`: it scores all customers with the new model, which triggers no webhooks */
  readonly type: 'nightly' | 'recalculate' | 'settings' | 'erase' | 'recover' | 'fit' | 'refit';
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  /** Customers when the job was opened */
  readonly queued: number;
  /** Customers processed so far, including those that keep a recent score */
  readonly processed: number;
  /** Customers among those processed whose score could not be calculated */
  readonly failed: number;
  /** When work on it began */
  readonly started_at: string | null;
  /** When the job ended. You can read the job for 30 days after that */
  readonly finished_at: string | null;
  /** Why it failed; null otherwise */
  readonly error: string | null;
}

export interface JobListDto {
  /** The latest twenty, newest first */
  readonly data: JobDto[];
}

export interface LabelThresholdsDto {
  /** The lowest score that is medium; at most four decimals */
  readonly medium: number;
  /** The lowest score that is high; at most four decimals */
  readonly high: number;
  /** The lowest score that is critical; at most four decimals */
  readonly critical: number;
}

export interface LeftOutDto {
  /** Held out, to compare with */
  readonly holdout: number;
  /** A campaign was sent to them within the cooldown, or this one held them out */
  readonly cooldown: number;
  /** Their erasure is under way */
  readonly erased: number;
  /** Beyond max_recipients */
  readonly max_recipients: number;
  /** Without a score yet */
  readonly unscored: number;
}

export interface LoginDto {
  readonly email: string;
  /** The password */
  readonly password: string;
  /** Needed with two-factor authentication: the six digits of the app, or a recovery code */
  readonly totp_code?: string | null;
}

export interface LoginReplyDto {
  /** A JWT for the header Authorization */
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime of the access token in seconds */
  readonly expires_in: number;
  /** For POST /auth/refresh; it works once */
  readonly refresh_token: string;
  readonly user: UserDto;
}

export interface MeDto {
  readonly user: UserDto;
  readonly tenant: TenantSummaryDto;
}

export interface MemberDto {
  readonly id: string;
  readonly email: string;
  readonly role: 'owner' | 'member';
  readonly two_factor_enabled: boolean;
  readonly created_at: string;
}

export interface MemberListDto {
  /** The member who joined first comes first */
  readonly data: MemberDto[];
}

export interface MessageDto {
  /** One sentence about what happened */
  readonly message: string;
}

export interface ModelDto {
  /** The model that scores come from today; null while there is no score yet */
  readonly model_version: string | null;
  /** Null while no model has been fitted to your orders */
  readonly trained_at: string | null;
  /** Days that a score looks ahead; null while there is no score and no setting */
  readonly horizon_days: number | null;
  /** Customers that the model was fitted to */
  readonly customers: number;
  /** `matured`: published scores whose horizon has passed; `backtest`: a replay on your history, as long as too few of these have matured; null before the first fit */
  readonly basis: 'matured' | 'backtest' | null;
  /** Predictions that were checked against what happened */
  readonly n: number;
  /** Share of them that placed no order */
  readonly base_rate: number | null;
  /** How often somebody who stayed away had a higher score than somebody who came back; 0.5 is chance */
  readonly auc: number | null;
  /** The same among customers who had ordered within the last four horizons, a year at the most */
  readonly auc_active: number | null;
  /** Mean squared error of the scores; lower is better */
  readonly brier: number | null;
  /** 1 - brier / brier of the base rate; 0 is no better than telling everybody the base rate */
  readonly skill: number | null;
  /** Mean of -ln of the probability that was given to what happened; lower is better */
  readonly log_loss: number | null;
  /** Mean distance of score and outcome over the bins of `calibration` */
  readonly calibration_error: number | null;
  /** How many times more often the tenth of customers with the highest scores stayed away than everybody */
  readonly lift_top_decile: number | null;
  /** Ten bins, low scores first; empty without a measurement */
  readonly calibration: CalibrationBinDto[];
  /** Predicted and observed rate per label; empty without a measurement */
  readonly bands: BandDto[];
  /** The quality in one word; null while there is too little history */
  readonly quality: 'poor' | 'fair' | 'good' | 'excellent' | null;
  /** Simple rules, measured on the same customers for comparison */
  readonly baseline: BaselineDto;
  /** A note on how to read the numbers */
  readonly note: string | null;
}

export interface NewApiKeyDto {
  /** For the header X-API-Key. Shown only once */
  readonly api_key: string;
  /** The first characters, to recognise the key later */
  readonly prefix: string;
  readonly created_at: string;
  /** When the last earlier key ends; null: there was none */
  readonly previous_key_expires_at: string | null;
}

export interface NewWebhookSecretDto {
  /** Shown only once */
  readonly secret: string;
  readonly created_at: string;
  /** When the previous secret ends; null: there was none */
  readonly previous_secret_expires_at: string | null;
}

export interface OrderDto {
  /** Your own identifier; null when the event named none */
  readonly order_id: string | null;
  /** The earliest event of the order */
  readonly placed_at: string;
  /** The last reported value, before refunds */
  readonly amount: string | null;
  /** The refunded amount */
  readonly refunded: string;
  readonly currency: string;
  /** `refunded`: the whole amount was refunded */
  readonly status: 'placed' | 'cancelled' | 'refunded';
  /** Whether it is a test order, which is never counted */
  readonly test: boolean;
}

export interface OrderPageDto {
  /** The latest first */
  readonly data: OrderDto[];
  readonly pagination: PaginationDto;
}

export interface PaginationDto {
  /** null on the last page */
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

export interface PlanDto {
  readonly id: 'starter' | 'pro' | 'enterprise';
  readonly name: string;
  /** null: by agreement */
  readonly requests_per_minute: number | null;
  /** Events in one request */
  readonly max_batch: number;
}

export interface PlanLimitsDto {
  readonly requests_per_minute: number;
  /** Events in one request */
  readonly max_batch: number;
  /** Bytes of a request body after decompression */
  readonly max_body_bytes: number;
}

export interface PlanListDto {
  readonly data: PlanDto[];
}

export interface PreviewAudienceDto {
  /** Replaces the whole audience. Default: every customer with a score */
  readonly audience?: CampaignAudienceDto;
  /** Percent of the audience that is sent nothing, so that results have something to be compared with; always the same customers */
  readonly holdout_percent?: number;
  /** Leaves out customers who got any of your campaigns within this number of days */
  readonly cooldown_days?: number;
  /** Largest number of recipients: those with the most revenue at risk; null: all */
  readonly max_recipients?: number | null;
  /** The campaign that you change; null: a new campaign */
  readonly campaign_id?: string | null;
}

export interface ReasonDto {
  readonly factor: 'silence' | 'orders' | 'rhythm';
  readonly value: number;
  /** What is usual for this customer or such shops */
  readonly typical: number | null;
  /** Log-odds that this reason adds to the risk; negative lowers it */
  readonly effect: number;
  readonly text: string;
}

export interface RecalculateDto {
  /** Your own identifiers of the customers; leave it out for all customers */
  readonly customer_ids?: string[];
  /** Also recalculate scores that are less than one hour old */
  readonly force?: boolean;
}

export interface RecalculationDto {
  /** For GET /churn/jobs/{job_id} */
  readonly job_id: string;
  /** Customers that the job goes through */
  readonly queued: number;
  /** One sentence about what happens now */
  readonly message: string;
  /** The ids in `customer_ids` for which no event ever arrived */
  readonly unknown: string[];
}

export interface RecoverDeliveriesDto {
  /** Deliveries created at this time or later; at most 14 days ago */
  readonly since: string;
  /** Deliveries created before this time. Default: now */
  readonly until?: string;
  readonly statuses?: ('success' | 'failed' | 'dead_letter')[];
}

export interface RecoveryDto {
  /** For GET /dashboard/jobs/{job_id} */
  readonly job_id: string;
  /** Deliveries that will be sent again, oldest first */
  readonly queued: number;
}

export interface RefreshDto {
  /** Default: the cookie refresh_token */
  readonly refresh_token?: string | null;
}

export interface RefusedBatchDto {
  /** A code, never a sentence */
  readonly error: string;
  readonly message: string;
  readonly details?: ErrorDetailDto[];
  /** The same id as in the header X-Request-Id */
  readonly request_id: string;
  readonly accepted?: number;
  readonly rejected?: number;
  readonly duplicates?: number;
  /** Present when every event was rejected: one result per event, in the order sent */
  readonly results?: EventResultDto[];
}

export interface RegenerateApiKeyDto {
  /** Hours that the earlier keys stay valid */
  readonly grace_period_hours?: number;
}

export interface RegisterDto {
  readonly email: string;
  /** text of at least 10 characters and at most 72 bytes in UTF-8, without control characters */
  readonly password: string;
  readonly company_name: string;
}

export interface RegistrationDto {
  /** A JWT for the header Authorization */
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime of the access token in seconds */
  readonly expires_in: number;
  /** For POST /auth/refresh; it works once */
  readonly refresh_token: string;
  readonly user: UserDto;
  readonly tenant: TenantSummaryDto;
  /** For the header X-API-Key. Shown only once */
  readonly api_key: string;
}

export interface RemovedCampaignDto {
  readonly id: string;
  /** `archived`: the campaign was sent before, so it and its results stay readable */
  readonly outcome: 'deleted' | 'archived';
}

export interface ResetPasswordDto {
  /** From the link in the mail, behind #token= */
  readonly token: string;
  /** text of at least 10 characters and at most 72 bytes in UTF-8, without control characters */
  readonly password: string;
}

export interface RevenueUpliftDto {
  /** Revenue per contacted customer minus revenue per customer of the control group */
  readonly difference: number;
  /** 95 % interval of the uplift */
  readonly ci95: number[];
}

export interface RotateWebhookSecretDto {
  /** Hours that the current secret stays valid */
  readonly grace_period_hours?: number;
}

export interface ScoreHistogramDto {
  /** Customers with a score from i / 100 to below (i + 1) / 100; the last entry counts scores of exactly 1 */
  readonly counts: number[];
}

export interface SendCampaignDto {
  /** Upper limit for this send. The limit of the campaign still applies */
  readonly max_recipients?: number | null;
}

export interface SessionDto {
  readonly id: string;
  readonly created_at: string;
  /** When its tokens were last renewed */
  readonly last_used_at: string;
  readonly expires_at: string;
  /** The User-Agent of the browser or program */
  readonly user_agent: string | null;
  /** Whether this is the session of this request */
  readonly current: boolean;
}

export interface SessionListDto {
  readonly data: SessionDto[];
}

export interface SettingsDto {
  readonly name: string;
  /** ISO 4217. Monetary sums count only orders in this currency */
  readonly currency: string;
  /** IANA name. The analytics use the days of this time zone */
  readonly timezone: string;
  readonly label_thresholds: LabelThresholdsDto;
  /** Days within which a customer must order again; null: the service chooses */
  readonly horizon_days: number | null;
  /** Requests per minute, agreed with the operator. You cannot change it here */
  readonly rate_limit_per_minute: number;
}

export interface StoredEventDto {
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly value: number | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

export interface StoredScoreDto {
  readonly calculated_at: string;
  readonly score: string;
  readonly label: 'low' | 'medium' | 'high' | 'critical';
  readonly model_version: string;
}

export interface StorefrontImportDto {
  readonly state: 'none' | 'running' | 'done' | 'failed';
  /** Past orders that are imported */
  readonly done: number;
  /** Orders of the shop, counted when the import starts; null before */
  readonly total: number | null;
}

export interface TenantDto {
  readonly id: string;
  readonly name: string;
  readonly plan: 'starter' | 'pro' | 'enterprise';
  /** ISO 4217 */
  readonly currency: string;
  /** IANA name */
  readonly timezone: string;
  readonly created_at: string;
  /** The valid keys, newest first */
  readonly api_keys: ApiKeySummaryDto[];
}

export interface TenantSummaryDto {
  readonly id: string;
  readonly name: string;
  readonly plan: 'starter' | 'pro' | 'enterprise';
  /** ISO 4217 */
  readonly currency: string;
  /** IANA name */
  readonly timezone: string;
}

export interface TestWebhookDto {
  /** The type of the made-up event */
  readonly event?: 'customer.churn_score.changed' | 'customer.high_risk.detected';
}

export interface TwoFactorOffDto {
  readonly enabled: false;
}

export interface TwoFactorOnDto {
  readonly enabled: true;
  /** Each code works once, instead of a code of the app */
  readonly recovery_codes: string[];
}

export interface TwoFactorSecretDto {
  /** Base32. Type it into an authenticator app */
  readonly secret: string;
  /** The same for a QR code */
  readonly otpauth_url: string;
}

export interface UsageDto {
  /** The beginning of the UTC month */
  readonly period_start: string;
  /** The end of the period, exclusive */
  readonly period_end: string;
  /** Events stored in the period, each once */
  readonly events: number;
  /** Customers that exist now */
  readonly customers: number;
  /** Requests with an API key that were answered in the period */
  readonly requests: number;
}

export interface UserDto {
  readonly id: string;
  readonly email: string;
  readonly role: 'owner' | 'member';
  readonly tenant_id: string;
  readonly two_factor_enabled: boolean;
}

export interface WebhookSettingsDto {
  /** null: nothing is sent */
  readonly url: string | null;
  readonly enabled: boolean;
  /** Why the service disabled the endpoint */
  readonly disabled_reason: string | null;
  /** Whether a signing secret exists */
  readonly secret_set: boolean;
  /** The first characters of the secret after whsec_ */
  readonly secret_hint: string | null;
  /** When the secret was created */
  readonly secret_created_at: string | null;
  /** When the previous secret ends; null: there is none */
  readonly previous_secret_expires_at: string | null;
  readonly event_types: ('customer.churn_score.changed' | 'customer.high_risk.detected')[];
  /** Also send an event when a score moves this far within its label, at once or step by step; null: only when the label changes */
  readonly score_delta_threshold: number | null;
  /** When the last delivery succeeded */
  readonly last_success_at: string | null;
  /** When the last attempt failed */
  readonly last_failure_at: string | null;
  /** Failed attempts since the last successful delivery */
  readonly consecutive_failures: number;
  /** Deliveries that wait for an attempt */
  readonly pending_count: number;
  /** Dead letters that are still kept */
  readonly dead_letter_count: number;
}

export interface WebhookTopicDto {
  readonly topic: string;
  /** Whether the platform had this subscription at the last check */
  readonly ok: boolean;
}

export interface WooCommerceConnectionDto {
  readonly shop: string;
  /** `pending` until the first signed webhook arrives or keys are saved. `reauthorize`: the shop refuses the keys */
  readonly status: 'pending' | 'connected' | 'reauthorize';
  /** The secret that the shop signs with. Shown only once */
  readonly secret: string;
  /** Enter these in the shop under WooCommerce, Settings, Advanced, Webhooks. With keys that may write, the service does it */
  readonly webhooks: WooCommerceWebhookDto[];
}

export interface WooCommerceKeysDto {
  /** A key that may read, or read and write. WooCommerce shows it under Advanced, REST API */
  readonly consumer_key: string;
  /** Needed with consumer_key. The service encrypts it and never shows it again */
  readonly consumer_secret: string;
}

export interface WooCommerceWebhookDto {
  readonly topic: 'order.created' | 'order.updated' | 'order.deleted' | 'order.restored' | 'customer.created' | 'customer.updated';
  readonly delivery_url: string;
}

/** Every address below /api/v1 that the dashboard may call. */
export interface paths {
  '/2fa/disable': {
    /** Turn two-factor authentication off */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': CodeDto } };
      responses: { 200: { content: { 'application/json': TwoFactorOffDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/2fa/setup': {
    /** Get a secret for an authenticator app */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': TwoFactorSecretDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/2fa/verify': {
    /** Turn two-factor authentication on */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': CodeDto } };
      responses: { 200: { content: { 'application/json': TwoFactorOnDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/audit-log': {
    /** List audit log entries */
    get: {
      parameters: { query?: { readonly limit?: number; readonly cursor?: string; readonly action?: ('tenant.created' | 'user.registered' | 'user.logged_in' | 'user.login_failed' | 'user.logged_out' | 'user.password_changed' | 'user.password_reset' | 'user.two_factor_enabled' | 'user.two_factor_disabled' | 'session.revoked' | 'session.refresh_reused' | 'member.invited' | 'member.invitation_revoked' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'api_key.created' | 'api_key.regenerated' | 'api_key.revoked' | 'settings.changed' | 'webhook.changed' | 'webhook.disabled' | 'webhook.replayed' | 'webhook.recovered' | 'webhook_secret.created' | 'plan.changed' | 'customer.erasure_requested' | 'customer.data_requested' | 'campaign.created' | 'campaign.changed' | 'campaign.archived' | 'campaign.deleted' | 'campaign.sent' | 'storefront.connected' | 'storefront.disconnected' | 'storefront.reauthorize_needed')[]; }; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': AuditLogDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/accept-invitation': {
    /** Accept an invitation */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': AcceptInvitationDto } };
      responses: { 201: { content: { 'application/json': LoginReplyDto } }; 400: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/change-password': {
    /** Change the password */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': ChangePasswordDto } };
      responses: { 200: { content: { 'application/json': MessageDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/forgot-password': {
    /** Request a password reset mail */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': ForgotPasswordDto } };
      responses: { 202: { content: { 'application/json': MessageDto } }; 400: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/login': {
    /** Sign in */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': LoginDto } };
      responses: { 200: { content: { 'application/json': LoginReplyDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/logout': {
    /** End this session */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': RefreshDto } };
      responses: { 200: { content: { 'application/json': MessageDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/me': {
    /** Get the signed-in user and tenant */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': MeDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/refresh': {
    /** Get new tokens for a refresh token */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': RefreshDto } };
      responses: { 200: { content: { 'application/json': LoginReplyDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/register': {
    /** Register a tenant */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': RegisterDto } };
      responses: { 201: { content: { 'application/json': RegistrationDto } }; 400: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/reset-password': {
    /** Reset the password */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': ResetPasswordDto } };
      responses: { 200: { content: { 'application/json': MessageDto } }; 400: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/sessions': {
    /** List your sessions */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': SessionListDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/auth/sessions/{session_id}': {
    /** End one of your sessions */
    delete: {
      parameters: { query?: never; header?: never; path: { readonly session_id: string; }; };
      responses: { 200: { content: { 'application/json': MessageDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/billing': {
    /** Get the plan and its usage */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': BillingDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/billing/plan': {
    /** Change the plan */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': ChangePlanDto } };
      responses: { 200: { content: { 'application/json': BillingDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/campaigns': {
    /** List campaigns */
    get: {
      parameters: { query?: { readonly limit?: number; readonly cursor?: string; readonly status?: ('draft' | 'active' | 'paused' | 'archived')[]; }; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': CampaignPageDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** Create a campaign */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': CreateCampaignDto } };
      responses: { 201: { content: { 'application/json': CampaignDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/campaigns/preview': {
    /** Preview the audience of unsaved settings */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': PreviewAudienceDto } };
      responses: { 200: { content: { 'application/json': AudiencePreviewDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/campaigns/{id}': {
    /** Get a campaign */
    get: {
      parameters: { query?: never; header?: never; path: { readonly id: string; }; };
      responses: { 200: { content: { 'application/json': CampaignDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** Change a campaign */
    patch: {
      parameters: { query?: never; header?: never; path: { readonly id: string; }; };
      requestBody: { content: { 'application/json': ChangeCampaignDto } };
      responses: { 200: { content: { 'application/json': CampaignDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** Delete or archive a campaign */
    delete: {
      parameters: { query?: never; header?: never; path: { readonly id: string; }; };
      responses: { 200: { content: { 'application/json': RemovedCampaignDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/campaigns/{id}/preview': {
    /** Preview the audience of a campaign */
    post: {
      parameters: { query?: never; header?: never; path: { readonly id: string; }; };
      requestBody?: { content: { 'application/json': SendCampaignDto } };
      responses: { 200: { content: { 'application/json': CampaignPreviewDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/campaigns/{id}/results': {
    /** Get the results of a campaign */
    get: {
      parameters: { query?: never; header?: never; path: { readonly id: string; }; };
      responses: { 200: { content: { 'application/json': CampaignResultsDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/campaigns/{id}/send': {
    /** Send a campaign */
    post: {
      parameters: { query?: never; header: { readonly 'Idempotency-Key': string; }; path: { readonly id: string; }; };
      requestBody?: { content: { 'application/json': SendCampaignDto } };
      responses: { 202: { content: { 'application/json': CampaignSendDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/analytics': {
    /** Get churn analytics */
    get: {
      parameters: { query?: { readonly period?: '7d' | '30d' | '90d'; }; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': AnalyticsDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/churn/recalculate': {
    /** Recalculate scores */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': RecalculateDto } };
      responses: { 202: { content: { 'application/json': RecalculationDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/customers': {
    /** List customers with their scores */
    get: {
      parameters: { query?: { readonly limit?: number; readonly cursor?: string; readonly churn_label?: ('low' | 'medium' | 'high' | 'critical')[]; readonly min_score?: number; readonly max_score?: number; readonly external_id_prefix?: string; readonly sort?: 'churn_score_desc' | 'churn_score_asc' | 'last_activity_desc' | 'last_activity_asc' | 'monetary_desc' | 'monetary_asc' | 'created_desc' | 'created_asc' | 'revenue_at_risk_desc'; }; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': CustomerPageDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/customers/{external_id}': {
    /** Get a customer with the current score */
    get: {
      parameters: { query?: never; header?: never; path: { readonly external_id: string; }; };
      responses: { 200: { content: { 'application/json': CustomerDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** Erase a customer */
    delete: {
      parameters: { query?: never; header?: never; path: { readonly external_id: string; }; };
      responses: { 202: { content: { 'application/json': ErasureDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/customers/{external_id}/churn': {
    /** Get the score of a customer */
    get: {
      parameters: { query?: never; header?: never; path: { readonly external_id: string; }; };
      responses: { 200: { content: { 'application/json': ChurnDetailDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/customers/{external_id}/orders': {
    /** List the orders of a customer */
    get: {
      parameters: { query?: { readonly limit?: number; readonly cursor?: string; }; header?: never; path: { readonly external_id: string; }; };
      responses: { 200: { content: { 'application/json': OrderPageDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/events': {
    /** Send customer events */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': EventBatchDto } };
      responses: { 202: { content: { 'application/json': BatchReplyDto } }; 207: { content: { 'application/json': BatchReplyDto } }; 400: { content: { 'application/json': RefusedBatchDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/jobs': {
    /** List running and recent jobs */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': JobListDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/jobs/{job_id}': {
    /** Get the progress of a job */
    get: {
      parameters: { query?: never; header?: never; path: { readonly job_id: string; }; };
      responses: { 200: { content: { 'application/json': JobDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/model': {
    /** Get the model and its quality */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': ModelDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/dashboard/score-histogram': {
    /** Get the distribution of scores */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': ScoreHistogramDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/integrations': {
    /** Get the connected storefront */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': IntegrationsDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/integrations/data-requests': {
    /** List data requests of customers */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': DataRequestListDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/integrations/data-requests/{request_id}': {
    /** Download the data of a customer */
    get: {
      parameters: { query?: never; header?: never; path: { readonly request_id: string; }; };
      responses: { 200: { content: { 'application/json': CustomerDataDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/integrations/storefront': {
    /** Disconnect the shop */
    delete: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': IntegrationsDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/integrations/storefront/callback': {
    /** Finish the connection with a platform */
    get: {
      parameters: { query?: { readonly error?: string; readonly sign?: string; readonly handle?: string; readonly hmac?: string; readonly timestamp?: string; readonly state?: string; readonly shop?: string; readonly code?: string; }; header?: never; path?: never; };
      responses: { 302: { content: never }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/integrations/storefront/connect': {
    /** Connect a shop */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': ConnectStorefrontDto } };
      responses: { 200: { content: { 'application/json': AuthorizeStorefrontDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/integrations/storefront/install': {
    /** Start from the app list of a platform */
    get: {
      parameters: { query?: { readonly sign?: string; readonly handle?: string; readonly hmac?: string; readonly timestamp?: string; readonly shop?: string; }; header?: never; path?: never; };
      responses: { 302: { content: never }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/integrations/storefront/woocommerce': {
    /** Connect a WooCommerce shop */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': ConnectWooCommerceDto } };
      responses: { 201: { content: { 'application/json': WooCommerceConnectionDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** Save the WooCommerce API keys */
    patch: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': WooCommerceKeysDto } };
      responses: { 200: { content: { 'application/json': IntegrationsDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/members': {
    /** List the members */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': MemberListDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/members/invitations': {
    /** Invite a person by mail */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': InviteDto } };
      responses: { 201: { content: { 'application/json': InvitationDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** List open invitations */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': InvitationListDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/members/invitations/{invitation_id}': {
    /** Revoke an invitation */
    delete: {
      parameters: { query?: never; header?: never; path: { readonly invitation_id: string; }; };
      responses: { 200: { content: { 'application/json': MessageDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/members/{user_id}': {
    /** Change the role of a member */
    patch: {
      parameters: { query?: never; header?: never; path: { readonly user_id: string; }; };
      requestBody: { content: { 'application/json': ChangeMemberDto } };
      responses: { 200: { content: { 'application/json': MemberDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** Remove a member */
    delete: {
      parameters: { query?: never; header?: never; path: { readonly user_id: string; }; };
      responses: { 200: { content: { 'application/json': MessageDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/plans': {
    /** List the plans and their limits */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': PlanListDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings': {
    /** Get the settings */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': SettingsDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** Change settings */
    patch: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': ChangeSettingsDto } };
      responses: { 200: { content: { 'application/json': ChangedSettingsDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings/webhook': {
    /** Get the webhook settings */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': WebhookSettingsDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
    /** Change the webhook settings */
    patch: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': ChangeWebhookSettingsDto } };
      responses: { 200: { content: { 'application/json': WebhookSettingsDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings/webhook/deliveries': {
    /** List webhook deliveries */
    get: {
      parameters: { query?: { readonly limit?: number; readonly cursor?: string; readonly status?: ('pending' | 'success' | 'failed' | 'dead_letter')[]; readonly event?: ('customer.churn_score.changed' | 'customer.high_risk.detected' | 'retention.campaign.sent')[]; readonly customer_id?: string; readonly campaign_id?: string; readonly from?: string; readonly to?: string; }; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': DeliveryPageDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings/webhook/deliveries/{id}': {
    /** Get a webhook delivery */
    get: {
      parameters: { query?: never; header?: never; path: { readonly id: string; }; };
      responses: { 200: { content: { 'application/json': DeliveryDetailDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings/webhook/deliveries/{id}/replay': {
    /** Replay a webhook delivery */
    post: {
      parameters: { query?: never; header?: never; path: { readonly id: string; }; };
      responses: { 202: { content: { 'application/json': DeliveryDetailDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 404: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings/webhook/recover': {
    /** Recover failed deliveries of a period */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody: { content: { 'application/json': RecoverDeliveriesDto } };
      responses: { 202: { content: { 'application/json': RecoveryDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings/webhook/secret': {
    /** Rotate the webhook secret */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody?: { content: { 'application/json': RotateWebhookSecretDto } };
      responses: { 201: { content: { 'application/json': NewWebhookSecretDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings/webhook/stats': {
    /** Get delivery statistics */
    get: {
      parameters: { query?: { readonly period?: '24h' | '7d' | '30d'; }; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': DeliveryStatsDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 422: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/settings/webhook/test': {
    /** Send a test webhook */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody?: { content: { 'application/json': TestWebhookDto } };
      responses: { 200: { content: { 'application/json': DeliveryDetailDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 409: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/tenant': {
    /** Get the tenant and its API keys */
    get: {
      parameters: { query?: never; header?: never; path?: never; };
      responses: { 200: { content: { 'application/json': TenantDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
  '/tenant/api-key/regenerate': {
    /** Replace the API key */
    post: {
      parameters: { query?: never; header?: never; path?: never; };
      requestBody?: { content: { 'application/json': RegenerateApiKeyDto } };
      responses: { 200: { content: { 'application/json': NewApiKeyDto } }; 400: { content: { 'application/json': ErrorDto } }; 401: { content: { 'application/json': ErrorDto } }; 403: { content: { 'application/json': ErrorDto } }; 413: { content: { 'application/json': ErrorDto } }; 415: { content: { 'application/json': ErrorDto } }; 429: { content: { 'application/json': ErrorDto } }; 503: { content: { 'application/json': ErrorDto } }; };
    };
  };
}
