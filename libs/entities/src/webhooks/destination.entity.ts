import type { DestinationKind, OutboundEvent, StorageSettings, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A place outside that a tenant wants scores in. The row with the tenant's own id holds its webhook settings; a missing one means the defaults. */
@Entity('destinations')
export class DestinationEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { default: 'webhook' })
  kind: DestinationKind;

  @Column('text', { default: 'Webhook' })
  name: string;

  /** The URL of a webhook, or the place of the files of the kind `storage`. Null for the other kinds, and while a webhook has none: then no deliveries are made. */
  @Column('text', { nullable: true })
  url: string | null;

  /** False: outbox events become dead letters. */
  @Column('boolean', { default: true })
  enabled: boolean;

  /** The reason why the service switched the destination off; null: it is on, or the tenant switched it off. */
  @Column('text', { nullable: true })
  disabledReason: string | null;

  /** The event types that are sent to a webhook; null: all. */
  @Column('text', { array: true, nullable: true })
  eventTypes: OutboundEvent['event'][] | null;

  /**
   * A score that moves at least this far is reported to this webhook although its label stays, four decimals; null: only labels count.
   * Only the row with the tenant's own id may have one.
   */
  @Column('numeric', { precision: 5, scale: 4, nullable: true })
  scoreDeltaThreshold: string | null;

  /** The place and format of the files of the kind `storage`, without the credential; null for the other kinds. */
  @Column('jsonb', { nullable: true })
  storage: StorageSettings | null;

  /** The credential of the vendor, sealed by `SecretBox`; null for kinds without one. */
  @Column('bytea', { nullable: true })
  ciphertext: Buffer | null;

  /** The name of the key that opens the ciphertext. */
  @Column('text', { nullable: true })
  keyId: string | null;

  /** The last characters of the credential, by which people recognise it. */
  @Column('text', { nullable: true })
  hint: string | null;

  /** The time when all its profiles became due once, for example after an import; null while they are not. */
  @Column('timestamptz', { nullable: true })
  resyncWantedAt: Date | null;

  /** The time of the next message to people; null for kinds that do not send messages. */
  @Column('timestamptz', { nullable: true })
  nextMessageAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
