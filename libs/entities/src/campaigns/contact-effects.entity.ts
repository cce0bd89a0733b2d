import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The effect of a contact in each `contact_cell` and combination of categories, learned from the control groups of a shop every night. */
@Entity('contact_effects')
export class ContactEffectsEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @Column('timestamptz')
  learnedAt: Date;

  /** Customers that campaigns must still choose until there is evidence. */
  @Column('int')
  needed: number;

  /** Empty before there is evidence. */
  @Column('jsonb')
  cells: readonly { readonly cell: number; readonly effect: number; readonly low: number; readonly high: number }[];

  /** The main categories of the shop, in the order of their bits in `cell`. */
  @Column('text', { array: true, default: () => "'{}'" })
  categories: readonly string[];

  /** The effect on those who bought of a category; `group` is its place in `categories`, and after the last one those who bought of none. */
  @Column('jsonb', { default: () => "'[]'" })
  groups: readonly {
    readonly group: number;
    readonly n: number;
    readonly points: number;
    readonly low: number;
    readonly high: number;
  }[];
}
