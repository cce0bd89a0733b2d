import type { TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The name of a numeric trait that a tenant gives customers. */
@Index('traits_by_name', ['tenantId', 'name'], { unique: true, where: 'freed_at IS NULL' })
@Entity('traits')
export class TraitEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column({ type: 'text', collation: 'C' })
  name: string;

  @Column('timestamptz')
  createdAt: Date;

  /** Set: its values count no more, and the nightly pass deletes them. */
  @Column('timestamptz', { nullable: true })
  freedAt: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
