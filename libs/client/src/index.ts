export { ChurnClient, type ChurnClientOptions } from './churn-client.js';
export { ChurnApiError, ChurnConnectionError, ChurnError, QueueClosedError, QueueFullError } from './errors.js';
export type { ChurnEvent, EventResult } from './events/churn-event.js';
export type { EventQueue, QueueOptions } from './events/event-queue.js';
export type { SendOptions } from './events/send-events.js';
export type {
  AnalyticsDto as Analytics,
  BatchReplyDto as BatchReply,
  ChurnDetailDto as ChurnDetail,
  ChurnSummaryDto as ChurnSummary,
  CustomerDto as Customer,
  CustomerPageDto as CustomerPage,
  CustomerTraitsDto as CustomerTraits,
  CustomerWithTraitsDto as CustomerWithTraits,
  ErasureDto as Erasure,
  ErrorDto as ErrorBody,
  EventLogPageDto as EventLogPage,
  EventTypeListDto as EventTypeList,
  FreedTraitDto as FreedTrait,
  JobDto as Job,
  CreateUploadDto as NewUpload,
  UploadDto as Upload,
  BacktestDto as Backtest,
  DigestDto as Digest,
  LabelChangeDto as LabelChange,
  LifecycleAnalyticsDto as LifecycleAnalytics,
  ModelDto as Model,
  RecalculateDto as RecalculationRequest,
  RecalculationDto as Recalculation,
  TimelinePageDto as TimelinePage,
  TraitListDto as TraitList,
} from './generated/api.js';
export type { RetrySettings } from './http/retry.js';
export type { CallOptions, RetryNote } from './http/http-caller.js';
export type { CustomerFilter, Customers } from './resources/customers.js';
export type { Jobs } from './resources/jobs.js';
export type { Uploads } from './resources/uploads.js';
export type { Surroundings } from './surroundings.js';
export { type VerifyOptions, verifyWebhook, type WebhookRefusal, WebhookVerificationError } from './webhooks/verify-webhook.js';
export type { CampaignSent, ChurnLabel, ChurnScoreChanged, HighRiskDetected, WebhookEvent } from './webhooks/webhook-event.js';
export type { WebhookHeaders } from './webhooks/webhook-headers.js';
