import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The last move of a tenant between two installations. */
@Entity('tenant_moves')
export class TenantMoveEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The same at both installations. */
  @Column('uuid')
  moveId: string;

  @Column('text')
  state: 'moving' | 'moved' | 'arrived';

  /** The beginning, by the clock of the database. */
  @Column('timestamptz')
  begunAt: Date;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
