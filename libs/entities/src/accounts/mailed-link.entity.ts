import type { MailedLinkPurpose, TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link that was mailed to a user and works once. */
@Entity('mailed_links')
export class MailedLinkEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: UserId;

  @Column('text')
  purpose: MailedLinkPurpose;

  /** SHA-256 of the token in the link, 32 bytes. */
  @Column('bytea')
  tokenHash: Buffer;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;
}
