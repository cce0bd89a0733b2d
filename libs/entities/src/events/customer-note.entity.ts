import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A note that a person wrote about a customer. */
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
}
