import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The state of an endpoint, and the worker that sends to it. */
@Entity('endpoint_health')
export class EndpointHealthEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** A name-based UUID of the URL (`endpointIdOf`). */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  url: string;

  /** The time when there may be something to send; null: nothing to send. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('uuid', { nullable: true })
  leaseToken: string | null;

  /** No other worker sends to the endpoint before then. */
  @Column('timestamptz', { nullable: true })
  leaseUntil: Date | null;

  @Column('int', { default: 0 })
  consecutiveFailures: number;

  @Column('timestamptz', { nullable: true })
  failingSince: Date | null;

  /** The circuit breaker is open until then: nothing is sent. */
  @Column('timestamptz', { nullable: true })
  openUntil: Date | null;

  @Column('timestamptz', { nullable: true })
  lastSuccessAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastFailureAt: Date | null;

  /** The reason why the service sends no campaigns to it any more. */
  @Column('text', { nullable: true })
  disabledReason: string | null;
}
