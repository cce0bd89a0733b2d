import type { TenantId } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** A platform's call that asked for an erasure, or said that a shop has removed the app. */
@Entity('compliance_calls')
export class ComplianceCallEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The keyed hash that signed the call, 32 bytes. */
  @PrimaryColumn('bytea')
  digest: Buffer;

  /** The last time when the call was carried out. */
  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;

  /** The last time when the audit log said that the call is ignored. */
  @Column('timestamptz', { nullable: true })
  ignoredAt: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
