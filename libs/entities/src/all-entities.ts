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
import { SegmentEntity } from './events/segment.entity.js';
import { CustomerNoteEntity } from './events/customer-note.entity.js';
import { WebhookSecretEntity } from './webhooks/webhook-secret.entity.js';
import { DestinationEntity } from './webhooks/destination.entity.js';
import { EndpointHealthEntity } from './webhooks/endpoint-health.entity.js';
import { CampaignEntity } from './campaigns/campaign.entity.js';
import { CampaignSendEntity } from './campaigns/campaign-send.entity.js';
import { CampaignEntryEntity } from './campaigns/campaign-entry.entity.js';
import { ContactEffectsEntity } from './campaigns/contact-effects.entity.js';
import { StorefrontConnectionEntity } from './storefront/storefront-connection.entity.js';
import { StorefrontShopEntity } from './storefront/storefront-shop.entity.js';
import { StorefrontSecretEntity } from './storefront/storefront-secret.entity.js';
import { StorefrontStateEntity } from './storefront/storefront-state.entity.js';
import { DataRequestEntity } from './storefront/data-request.entity.js';
import { PseudonymKeyEntity } from './storefront/pseudonym-key.entity.js';
import { TenantDeletionEntity } from './tenant-data/tenant-deletion.entity.js';
import { AuditEntryEntity } from './billing/audit-entry.entity.js';

/**
 * The tables that are read or written with a repository. Their keys, indexes and relations are in the migrations alone;
 * `test/contract/entities.spec.ts` compares columns and primary keys.
 */
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
  SegmentEntity,
  CustomerNoteEntity,
  WebhookSecretEntity,
  DestinationEntity,
  EndpointHealthEntity,
  CampaignEntity,
  CampaignSendEntity,
  CampaignEntryEntity,
  ContactEffectsEntity,
  StorefrontConnectionEntity,
  StorefrontShopEntity,
  StorefrontSecretEntity,
  StorefrontStateEntity,
  DataRequestEntity,
  PseudonymKeyEntity,
  TenantDeletionEntity,
  AuditEntryEntity,
];
