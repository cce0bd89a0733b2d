import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** An erasure that a worker has begun to work on and not ended. */
@Entity('erasure_tries')
export class ErasureTryEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The job, or the connection of the shop that is erased. */
  @PrimaryColumn('uuid')
  erasureId: string;

  /** Tries in a row that did not end. */
  @Column('smallint')
  tries: number;

  /** No worker takes the erasure before. */
  @Column('timestamptz')
  restingUntil: Date;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
