import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The row that asks the worker to fold and score what a batch has brought. */
@Entity('score_requests')
export class ScoreRequestEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The priority lane: true for imported history. */
  @PrimaryColumn('boolean')
  backfill: boolean;

  @PrimaryColumn('uuid')
  id: string;

  /** Everybody whom the batch concerns, also former owners of its orders. */
  @Column('uuid', { array: true })
  customerIds: CustomerId[];

  /** JSON that only `ScoreRequest` of libs/ingestion reads. */
  @Column('text')
  content: string;

  /** True: the worker could not process the request. It waits for a person. */
  @Column('boolean', { default: false })
  setAside: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
