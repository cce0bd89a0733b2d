import type { StorefrontPlatform, TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The connection of a tenant with its shop. Ended ones stay: a platform asks for the erasure of a shop long afterwards. */
@Entity('storefront_connections')
export class StorefrontConnectionEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  platform: StorefrontPlatform;

  /** The domain in lower case, without a scheme. */
  @Column('text')
  shop: string;

  /** SHA-256 of `shop`, 32 bytes. */
  @Column('bytea')
  shopHash: Buffer;

  /** pending: a WooCommerce shop that has not sent a correctly signed call yet. */
  @Column('text')
  status: 'pending' | 'connected' | 'reauthorize' | 'disconnected';

  /** True when the merchant has registered an app of its own at the platform. */
  @Column('boolean', { default: false })
  ownApp: boolean;

  /** The data that the platform allows us to read, in its own words. */
  @Column('text', { nullable: true })
  scopes: string | null;

  @Column('uuid', { nullable: true })
  connectedBy: UserId | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  connectedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  disconnectedAt: Date | null;

  /** A webhook said that the shop has removed the app; a worker asks the platform before it ends the connection. */
  @Column('timestamptz', { nullable: true })
  uninstallReportedAt: Date | null;

  /** The address of the WordPress of a WooCommerce shop; null: the domain of the shop. */
  @Column('text', { nullable: true })
  restUrl: string | null;

  /** ISO 4217, the currency of the shop's orders; null until the first one. */
  @Column('text', { nullable: true })
  currency: string | null;

  /** The time when the access token must be renewed by; null: never. */
  @Column('timestamptz', { nullable: true })
  tokenExpiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastWebhookAt: Date | null;

  /** The subscriptions, as the platform reported them last. */
  @Column('jsonb', { default: () => "'[]'" })
  webhooks: Record<string, unknown>[];

  @Column('timestamptz', { nullable: true })
  webhooksCheckedAt: Date | null;

  @Column('text', { default: 'none' })
  importState: 'none' | 'running' | 'done' | 'failed';

  /** The platform's own cursor of the next page. */
  @Column('text', { nullable: true })
  importCursor: string | null;

  /** Orders that the import has stored. */
  @Column('int', { default: 0 })
  importDone: number;

  /** Orders that the import goes through; null: not known. */
  @Column('int', { nullable: true })
  importTotal: number | null;

  /** Customers that the import has read after the orders. */
  @Column('int', { default: 0 })
  importCustomers: number;

  /** Customers that the import goes through, or more of them; null: none, or not known. */
  @Column('int', { nullable: true })
  importCustomersTotal: number | null;

  /** Objects that the platform has collected so far of the file that the import waits for. */
  @Column('int', { nullable: true })
  importCollected: number | null;

  @Column('timestamptz', { nullable: true })
  importCollectedAt: Date | null;

  /** Objects that the platform collected in a second, as last seen; null: no file was collected. */
  @Column('real', { nullable: true })
  importCollectRate: number | null;

  /** Milliseconds that each order or customer of the last pages took. */
  @Column('real', { nullable: true })
  importMsEach: number | null;

  @Column('timestamptz', { nullable: true })
  importStartedAt: Date | null;

  /** Pages that the import has stored. */
  @Column('int', { default: 0 })
  importPages: number;

  /** The number of times in a row that the platform refused the next page. */
  @Column('int', { default: 0 })
  importRefusals: number;

  /** The number of times that the import began again with the first page. */
  @Column('int', { default: 0 })
  importRestarts: number;

  /** The time when the last complete look back at changed orders began. */
  @Column('timestamptz', { nullable: true })
  lastReconciledAt: Date | null;

  /** The time when the look back that is under way began. */
  @Column('timestamptz', { nullable: true })
  reconcileStartedAt: Date | null;

  /** The platform's own cursor of the next page. */
  @Column('text', { nullable: true })
  reconcileCursor: string | null;

  @Column('int', { default: 0 })
  reconcilePages: number;

  /** Orders that the look back goes through; null: not known. */
  @Column('int', { nullable: true })
  reconcileTotal: number | null;

  @Column('int', { default: 0 })
  reconcileRestarts: number;

  /** The time when the last look back began, if it was cut off. */
  @Column('timestamptz', { nullable: true })
  reconcileCutAt: Date | null;

  /** The orders of the shop by its own count, and those here; null: the platform did not count. */
  @Column('jsonb', { nullable: true })
  counts: Record<string, unknown> | null;

  /** The time of `counts`; null: an import has ended since. */
  @Column('timestamptz', { nullable: true })
  countedAt: Date | null;

  /** The time when a worker looks at the connection next, by the clock of the processes; null: never. */
  @Column('timestamptz', { nullable: true })
  syncDueAt: Date | null;

  /** Since when all data of the shop waits for its erasure. */
  @Column('timestamptz', { nullable: true })
  redactRequestedAt: Date | null;
}
