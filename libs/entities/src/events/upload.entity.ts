import type { TenantId, UploadSummary } from '#libs/core';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** A file of orders that was sent. Its events name it. */
@Entity('uploads')
export class UploadEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  fileName: string;

  /** The sender's own summary of the file. */
  @Column('jsonb')
  summary: UploadSummary;

  /** Null: an API key. */
  @Column('uuid', { nullable: true })
  createdBy: string | null;

  @Column('text', { nullable: true })
  keyPrefix: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** Number of events that the upload brought first, or corrected. */
  @Column('int', { default: 0 })
  events: number;

  /** The time at which its sender said that it is complete. */
  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  /** From here on no batch of it is stored. */
  @Column('uuid', { nullable: true })
  removalJobId: string | null;

  /** The last event that the removal has looked at. */
  @Column({ type: 'text', collation: 'C', default: '' })
  removedTo: string;

  @Column('timestamptz', { nullable: true })
  removedAt: Date | null;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
