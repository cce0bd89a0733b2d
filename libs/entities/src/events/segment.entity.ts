import type { SegmentFilter, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A named set of customers. */
@Entity('segments')
export class SegmentEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Null: the customers are listed in `segment_customers`. */
  @Column('jsonb', { nullable: true })
  filter: SegmentFilter | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
