import type { CustomerId, TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The identifier of a customer, for searches by its beginning. */
@Entity('customer_names')
export class CustomerNameEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  /** The shop's own identifier of the customer. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  externalId: string;

  @Column('uuid')
  customerId: CustomerId;
}
