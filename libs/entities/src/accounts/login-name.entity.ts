import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The directory of sign-in names. An e-mail address has one account over all tenants, in the tenant that has its password. */
@Entity('login_names')
export class LoginNameEntity {
  /** SHA-256 of the normalised address, 32 bytes. */
  @PrimaryColumn('bytea')
  emailHash: Buffer;

  @Column('uuid')
  tenantId: TenantId;

  @Column('uuid')
  userId: UserId;
}
