import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The times of a person's last mails with notices, so that repeated ones wait for a digest. */
@Entity('notice_mails')
export class NoticeMailsEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  userId: string;

  /** The time of the last mail for each kind of notice, or of the digest that will have it. ISO 8601. */
  @Column('jsonb', { default: () => "'{}'" })
  mailed: Readonly<Record<string, string>>;

  /** The digest that waits, or the last one. */
  @Column('uuid', { nullable: true })
  digestId: string | null;
}
