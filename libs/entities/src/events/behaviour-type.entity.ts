import type { EventType, TenantId } from '#libs/core';
import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TenantEntity } from '../accounts/tenant.entity.js';

/** A type of events, other than those about orders, that the tenant has sent at least once. */
@Entity('behaviour_types')
export class BehaviourTypeEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('text')
  eventType: EventType;

  @ManyToOne(() => TenantEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', referencedColumnName: 'id' })
  tenant?: TenantEntity;
}
