// Written by `npm run generate:client` from the OpenAPI document of the service, and held against it by a test: not to be changed by hand.

export interface AcceptedDto {
  readonly accepted: number;
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
  readonly trends: readonly DayTotalsDto[];
  /** The totals at the end of the previous period, one day before this one starts; null when there was no score yet */
  readonly previous_period: DayTotalsDto | null;
  /** The ten customers labelled high or critical with most revenue at risk */
  readonly at_risk_customers: readonly CustomerDto[];
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
  readonly results: readonly EventResultDto[];
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

export interface ChurnDetailDto {
  readonly customer_id: string;
  readonly external_id: string;
  /** null until there is an order to score */
  readonly churn: ChurnSummaryDto | null;
  readonly features: FeaturesDto;
  readonly features_extended: ExtendedFeaturesDto;
  /** The strongest reasons, strongest first */
  readonly explanation: readonly ReasonDto[];
  /** Newest first, at most 30 */
  readonly history: readonly HistoryEntryDto[];
  readonly confidence: 'low' | 'medium' | 'high' | null;
  readonly horizon_days: number | null;
  /** The score is older than 48 hours */
  readonly stale: boolean;
  readonly warnings: readonly string[];
}

export interface ChurnSummaryDto {
  /** Probability that the customer places no order within the horizon */
  readonly score: string;
  readonly label: 'low' | 'medium' | 'high' | 'critical';
  /** When the score was calculated */
  readonly calculated_at: string;
  readonly model_version: string;
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
  readonly data: readonly CustomerDto[];
  readonly pagination: PaginationDto;
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
  readonly details?: readonly ErrorDetailDto[];
  /** The same id as in the header X-Request-Id */
  readonly request_id: string;
}

export interface EventBatchDto {
  /** At most 100 events; on the Enterprise plan 1000 */
  readonly events: readonly EventDto[];
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

export interface EventTypeDto {
  readonly type: 'order_created' | 'order_completed' | 'order_updated' | 'order_cancelled' | 'order_refunded' | 'customer_created' | 'customer_updated' | 'customer_deleted' | 'cart_updated' | 'checkout_started' | 'checkout_abandoned' | 'product_viewed' | 'page_viewed' | 'session_started' | 'email_opened' | 'email_clicked' | 'email_unsubscribed' | 'support_ticket_opened' | 'review_submitted' | 'subscription_started' | 'subscription_renewed' | 'subscription_cancelled';
  readonly role: 'purchase' | 'engagement' | 'negative' | 'profile';
}

export interface EventTypeListDto {
  readonly data: readonly EventTypeDto[];
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

export interface HistoryEntryDto {
  /** Probability that the customer places no order within the horizon */
  readonly score: string;
  readonly label: 'low' | 'medium' | 'high' | 'critical';
  /** When the score was calculated */
  readonly calculated_at: string;
  readonly model_version: string;
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
  readonly calibration: readonly CalibrationBinDto[];
  /** Predicted and observed rate per label; empty without a measurement */
  readonly bands: readonly BandDto[];
  /** The quality in one word; null while there is too little history */
  readonly quality: 'poor' | 'fair' | 'good' | 'excellent' | null;
  /** Simple rules, measured on the same customers for comparison */
  readonly baseline: BaselineDto;
  /** A note on how to read the numbers */
  readonly note: string | null;
}

export interface PaginationDto {
  /** null on the last page */
  readonly next_cursor: string | null;
  readonly has_more: boolean;
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
  readonly customer_ids?: readonly string[];
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
  readonly unknown: readonly string[];
}

/** What every operation takes, and what it answers when it does what it was asked for. */
export interface Operations {
  /** Erase a customer */
  'DELETE /customers/{external_id}': {
    readonly path: { readonly external_id: string; };
    readonly answer: ErasureDto;
  };
  /** Get churn analytics */
  'GET /churn/analytics': {
    readonly query?: { readonly period?: '7d' | '30d' | '90d'; };
    readonly answer: AnalyticsDto;
  };
  /** Get the progress of a job */
  'GET /churn/jobs/{job_id}': {
    readonly path: { readonly job_id: string; };
    readonly answer: JobDto;
  };
  /** Get the model and its quality */
  'GET /churn/model': {
    readonly answer: ModelDto;
  };
  /** List customers with their scores */
  'GET /customers': {
    readonly query?: { readonly limit?: number; readonly cursor?: string; readonly churn_label?: readonly ('low' | 'medium' | 'high' | 'critical')[]; readonly min_score?: number; readonly max_score?: number; readonly external_id_prefix?: string; readonly sort?: 'churn_score_desc' | 'churn_score_asc' | 'last_activity_desc' | 'last_activity_asc' | 'monetary_desc' | 'monetary_asc' | 'created_desc' | 'created_asc' | 'revenue_at_risk_desc'; };
    readonly answer: CustomerPageDto;
  };
  /** Get the score of a customer */
  'GET /customers/{customer_id}/churn': {
    readonly path: { readonly customer_id: string; };
    readonly answer: ChurnDetailDto;
  };
  /** Get a customer with the current score */
  'GET /customers/{external_id}': {
    readonly path: { readonly external_id: string; };
    readonly answer: CustomerDto;
  };
  /** List the event types */
  'GET /events/types': {
    readonly answer: EventTypeListDto;
  };
  /** Recalculate scores */
  'POST /churn/recalculate': {
    readonly body?: RecalculateDto;
    readonly answer: RecalculationDto;
  };
  /** Send customer events */
  'POST /events': {
    readonly query?: { readonly dry_run?: 'true' | 'false'; };
    readonly body: EventBatchDto;
    readonly answer: BatchReplyDto;
  };
  /** Send customer events as a signed webhook */
  'POST /webhooks/custom': {
    readonly query?: { readonly dry_run?: 'true' | 'false'; };
    readonly body: EventBatchDto | readonly EventDto[] | EventDto;
    readonly answer: BatchReplyDto;
  };
  /** Pass on signed customers of a storefront */
  'POST /webhooks/storefront/customers': {
    readonly body: Readonly<Record<string, unknown>> | readonly (Readonly<Record<string, unknown>>)[];
    readonly answer: AcceptedDto;
  };
  /** Pass on signed orders of a storefront */
  'POST /webhooks/storefront/orders': {
    readonly body: Readonly<Record<string, unknown>> | readonly (Readonly<Record<string, unknown>>)[];
    readonly answer: AcceptedDto;
  };
}
