import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The row that asks the worker to fold and score what a batch has brought for customers of one partition. */
@Index('score_requests_set_aside', ['tenantId'], { where: 'set_aside' })
@Entity('score_requests')
export class ScoreRequestEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The priority lane: true for imported history. */
  @PrimaryColumn('boolean')
  backfill: boolean;

  /** The partition of the customers, by the hash of their ids. */
  @PrimaryColumn('smallint')
  partition: number;

  @PrimaryColumn('uuid')
  id: string;

  /** All customers that the request concerns, including former owners of its orders. */
  @Column('uuid', { array: true })
  customerIds: CustomerId[];

  /** JSON that only `ScoreRequest` of libs/ingestion reads. */
  @Column('text')
  content: string;

  /** True: the worker could not process the request. It waits for a person. */
  @Column('boolean', { default: false })
  setAside: boolean;

  /** Times that a worker has begun with the request and never ended. */
  @Column('smallint', { default: 0 })
  tries: number;

  /** The time at which the last of them has begun, and with which the short lease of that worker begins. */
  @Column('timestamptz', { nullable: true })
  begunAt: Date | null;

  /** The time from which a worker takes the request. */
  @Column('timestamptz', { default: () => 'now()' })
  dueAt: Date;
}
