import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user who signs in with the password that another tenant has. `login_names` leads to that one. */
@Entity('memberships')
export class MembershipEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  userId: UserId;

  /** SHA-256 of the normalised address, 32 bytes. */
  @Column('bytea')
  emailHash: Buffer;
}
