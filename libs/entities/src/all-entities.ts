import { TenantEntity } from './accounts/tenant.entity.js';
import { ApiKeyEntity } from './accounts/api-key.entity.js';
import { UserEntity } from './accounts/user.entity.js';
import { LoginNameEntity } from './accounts/login-name.entity.js';
import { SessionEntity } from './accounts/session.entity.js';
import { TotpSecretEntity } from './accounts/totp-secret.entity.js';
import { RecoveryCodeEntity } from './accounts/recovery-code.entity.js';
import { MailedLinkEntity } from './accounts/mailed-link.entity.js';
import { MembershipEntity } from './accounts/membership.entity.js';
import { InvitationEntity } from './accounts/invitation.entity.js';
import { MailEntity } from './accounts/mail.entity.js';
import { NoticeMailsEntity } from './accounts/notice-mails.entity.js';
import { CustomerEntity } from './events/customer.entity.js';
import { BehaviourTypeEntity } from './events/behaviour-type.entity.js';
import { RejectedEventEntity } from './events/rejected-event.entity.js';
import { EventEntity } from './events/event.entity.js';
import { ReplacedEventEntity } from './events/replaced-event.entity.js';
import { UploadEntity } from './events/upload.entity.js';
import { OrderEntity } from './events/order.entity.js';
import { CustomerAliasEntity } from './events/customer-alias.entity.js';
import { CustomerNameEntity } from './events/customer-name.entity.js';
import { TraitEntity } from './events/trait.entity.js';
import { CustomerCategoryEntity } from './events/customer-category.entity.js';
import { CustomerTraitEntity } from './events/customer-trait.entity.js';
import { SegmentEntity } from './events/segment.entity.js';
import { SegmentCustomerEntity } from './events/segment-customer.entity.js';
import { CustomerNoteEntity } from './events/customer-note.entity.js';
import { ShopCustomerEntity } from './events/shop-customer.entity.js';
import { ScoreRequestEntity } from './scores/score-request.entity.js';
import { ScoreHistoryEntity } from './scores/score-history.entity.js';
import { DailyScoreChangeEntity } from './scores/daily-score-change.entity.js';
import { PredictionEntity } from './scores/prediction.entity.js';
import { ModelEntity } from './scores/model.entity.js';
import { BackfillEntity } from './scores/backfill.entity.js';
import { ModelFitEntity } from './scores/model-fit.entity.js';
import { PastWeekEntity } from './scores/past-week.entity.js';
import { PastNamedEntity } from './scores/past-named.entity.js';
import { PastReplayEntity } from './scores/past-replay.entity.js';
import { ReturnWatchEntity } from './scores/return-watch.entity.js';
import { ChurnJobEntity } from './jobs/churn-job.entity.js';
import { ChurnJobPartEntity } from './jobs/churn-job-part.entity.js';
import { WorkLeaseEntity } from './jobs/work-lease.entity.js';
import { WebhookSecretEntity } from './webhooks/webhook-secret.entity.js';
import { DestinationEntity } from './webhooks/destination.entity.js';
import { EndpointHealthEntity } from './webhooks/endpoint-health.entity.js';
import { OutboxEntity } from './webhooks/outbox.entity.js';
import { DeliveryEntity } from './webhooks/delivery.entity.js';
import { CampaignEntity } from './campaigns/campaign.entity.js';
import { CampaignSendEntity } from './campaigns/campaign-send.entity.js';
import { CampaignPartEntity } from './campaigns/campaign-part.entity.js';
import { CampaignRecipientEntity } from './campaigns/campaign-recipient.entity.js';
import { CampaignEntryEntity } from './campaigns/campaign-entry.entity.js';
import { ContactEffectsEntity } from './campaigns/contact-effects.entity.js';
import { CountedResultsEntity } from './campaigns/counted-results.entity.js';
import { StorefrontConnectionEntity } from './storefront/storefront-connection.entity.js';
import { StorefrontShopEntity } from './storefront/storefront-shop.entity.js';
import { StorefrontSecretEntity } from './storefront/storefront-secret.entity.js';
import { StorefrontStateEntity } from './storefront/storefront-state.entity.js';
import { StorefrontDeliveryEntity } from './storefront/storefront-delivery.entity.js';
import { ComplianceCallEntity } from './storefront/compliance-call.entity.js';
import { DataRequestEntity } from './storefront/data-request.entity.js';
import { PseudonymKeyEntity } from './storefront/pseudonym-key.entity.js';
import { TenantDeletionEntity } from './tenant-data/tenant-deletion.entity.js';
import { TenantExportEntity } from './tenant-data/tenant-export.entity.js';
import { TenantExportPartEntity } from './tenant-data/tenant-export-part.entity.js';
import { UsageCountEntity } from './billing/usage-count.entity.js';
import { AuditEntryEntity } from './billing/audit-entry.entity.js';

/** Every table of the schema has one entity here; test/contract/entities.spec.ts compares them with the migrated schema. */
export const ALL_ENTITIES = [
  TenantEntity,
  ApiKeyEntity,
  UserEntity,
  LoginNameEntity,
  SessionEntity,
  TotpSecretEntity,
  RecoveryCodeEntity,
  MailedLinkEntity,
  MembershipEntity,
  InvitationEntity,
  MailEntity,
  NoticeMailsEntity,
  CustomerEntity,
  EventEntity,
  ReplacedEventEntity,
  UploadEntity,
  BehaviourTypeEntity,
  RejectedEventEntity,
  OrderEntity,
  CustomerNameEntity,
  CustomerAliasEntity,
  SegmentEntity,
  SegmentCustomerEntity,
  CustomerNoteEntity,
  ShopCustomerEntity,
  TraitEntity,
  CustomerTraitEntity,
  CustomerCategoryEntity,
  ScoreRequestEntity,
  ScoreHistoryEntity,
  DailyScoreChangeEntity,
  PredictionEntity,
  ModelEntity,
  BackfillEntity,
  ModelFitEntity,
  PastWeekEntity,
  PastNamedEntity,
  PastReplayEntity,
  ReturnWatchEntity,
  ChurnJobEntity,
  ChurnJobPartEntity,
  WorkLeaseEntity,
  WebhookSecretEntity,
  DestinationEntity,
  EndpointHealthEntity,
  OutboxEntity,
  DeliveryEntity,
  CampaignEntity,
  CampaignSendEntity,
  CampaignPartEntity,
  CampaignRecipientEntity,
  CampaignEntryEntity,
  ContactEffectsEntity,
  CountedResultsEntity,
  StorefrontConnectionEntity,
  StorefrontShopEntity,
  StorefrontSecretEntity,
  StorefrontStateEntity,
  StorefrontDeliveryEntity,
  DataRequestEntity,
  ComplianceCallEntity,
  PseudonymKeyEntity,
  TenantDeletionEntity,
  TenantExportEntity,
  TenantExportPartEntity,
  UsageCountEntity,
  AuditEntryEntity,
];
