import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** The effect of a contact in each `contact_cell`, learned from the control groups of a shop every night. */
@Entity('contact_effects')
export class ContactEffectsEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @Column('timestamptz')
  learnedAt: Date;

  /** Customers that campaigns must still choose until there is evidence. */
  @Column('int')
  needed: number;

  /** Empty before there is evidence. */
  @Column('jsonb')
  cells: readonly { readonly cell: number; readonly effect: number; readonly low: number; readonly high: number }[];

  @OneToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
