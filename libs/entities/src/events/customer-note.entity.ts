import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomerEntity } from './customer.entity.js';

/** A note that a person wrote about a customer. */
@Index('customer_notes_by_customer', ['tenantId', 'customerId', 'id'])
@Entity('customer_notes')
export class CustomerNoteEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** Carries the time when the note was written. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  customerId: CustomerId;

  /** The user, who may have left since. */
  @Column('uuid')
  authorId: string;

  @Column('text')
  text: string;

  /** Null while the note has never been edited. */
  @Column('timestamptz', { nullable: true })
  editedAt: Date | null;

  @ManyToOne(() => CustomerEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'tenant_id', referencedColumnName: 'tenantId' },
    { name: 'customer_id', referencedColumnName: 'id' },
  ])
  customer?: CustomerEntity;
}
