import type { CustomerId, Label, Lifecycle, ScoreCause, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A score that a customer had before: the last one of each day, of each label and of each lifecycle. */
@Entity('score_history')
export class ScoreHistoryEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  customerId: CustomerId;

  @PrimaryColumn('timestamptz')
  calculatedAt: Date;

  /** Four decimals. */
  @Column('numeric', { precision: 5, scale: 4 })
  score: string;

  @Column('text')
  label: Label;

  @Column('text')
  modelVersion: string;

  @Column('text', { nullable: true })
  lifecycle: Lifecycle | null;

  /** The cause of the score. */
  @Column('text', { default: 'events' })
  cause: ScoreCause;
}
