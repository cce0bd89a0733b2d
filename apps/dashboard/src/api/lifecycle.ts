import type { ChurnDetailDto } from './schema';

export type Lifecycle = NonNullable<ChurnDetailDto['lifecycle']>;

/** The states in the order in which a customer goes through them. */
export const LIFECYCLES: readonly Lifecycle[] = ['new', 'second_order_due', 'active', 'slipping', 'lost'];

/** The states of the customers to contact first: their next order is missing, and they are not lost yet. */
export const TO_CONTACT = ['second_order_due', 'slipping'] as const satisfies readonly Lifecycle[];

export type ContactState = (typeof TO_CONTACT)[number];

/** Says whether all of some states are those of customers to contact. */
export const areToContact = (states: readonly Lifecycle[] | null | undefined): states is readonly ContactState[] =>
  states != null && states.length > 0 && states.every((state) => TO_CONTACT.some((one) => one === state));
