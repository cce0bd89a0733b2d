import type { TenantId, UsedBehaviour, UsedTrait } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** A fitted model. It never changes, except for its status. */
@Index('models_one_active', ['tenantId'], { unique: true, where: "status = 'active'" })
@Index('models_to_rescore', ['tenantId'], { where: "status = 'active' AND NOT rescored" })
@Entity('models')
export class ModelEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  version: string;

  @Column('text')
  status: 'active' | 'retired' | 'rejected';

  /** The reason why the model was fitted or rejected. */
  @Column('text')
  reason: string;

  /** The version of the fitting procedure. */
  @Column('text')
  procedure: string;

  @Column('int')
  horizonDays: number;

  @Column('jsonb')
  parameters: Record<string, unknown>;

  /** The log-loss of this model and of the active one on the same customers. */
  @Column('jsonb', { nullable: true })
  comparison: Record<string, unknown> | null;

  /** The measured quality (`ModelQuality`); null: not measured yet. */
  @Column('jsonb', { nullable: true })
  quality: Record<string, unknown> | null;

  /** The groups of behaviour that the model uses, in the order in which the fit took them (`UsedBehaviour`). */
  @Column('jsonb', { default: () => "'[]'" })
  behaviour: UsedBehaviour[];

  /** The traits that the model uses, in the order in which the fit took them. */
  @Column('jsonb', { default: () => "'[]'" })
  traits: UsedTrait[];

  /** Customers that the fit read. */
  @Column('int')
  customers: number;

  /** True: all customers have a score under this model, or a job that gives them one. */
  @Column('boolean', { default: false })
  rescored: boolean;

  @Column('timestamptz')
  fittedAt: Date;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
