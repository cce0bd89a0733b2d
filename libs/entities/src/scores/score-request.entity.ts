import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The row that asks the worker to score a customer. */
@Entity('score_requests')
export class ScoreRequestEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The priority lane: true for imported history. */
  @PrimaryColumn('boolean')
  backfill: boolean;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  customerId: CustomerId;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
