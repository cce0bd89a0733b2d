import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signed-in browser. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: UserId;

  /** The number of the newest refresh token. Nothing else of the token is stored. */
  @Column('int', { default: 1 })
  generation: number;

  /** The time when the newest refresh token was first used. */
  @Column('timestamptz')
  refreshedAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  /** Time at which the person last gave the password, and the code of the second factor where one is on. */
  @Column('timestamptz')
  provenAt: Date;

  @Column('text', { nullable: true })
  userAgent: string | null;

  /** For a user without a password: the session in the tenant that has it, with which this one ends. */
  @Column('uuid', { nullable: true })
  signInId: string | null;
}
