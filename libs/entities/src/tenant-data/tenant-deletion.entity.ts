import type { TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tenant that will be deleted, or is being deleted. */
@Entity('tenant_deletions')
export class TenantDeletionEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @Column('timestamptz')
  requestedAt: Date;

  /** The owner who asked for it; null: an operator. */
  @Column('uuid', { nullable: true })
  requestedBy: UserId | null;

  @Column('timestamptz')
  dueAt: Date;

  /** The time at which a worker ended all access, by the clock of the database; null before. */
  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  /** The time at which a worker last worked on it. */
  @Column('timestamptz', { nullable: true })
  triedAt: Date | null;

  @Column('bigint', { default: 0 })
  rowsDeleted: string;
}
