import type { ChurnDetailDto } from './schema';

export type Lifecycle = NonNullable<ChurnDetailDto['lifecycle']>;

/** The states in the order in which a customer goes through them. */
export const LIFECYCLES: readonly Lifecycle[] = ['new', 'active', 'slipping', 'lost'];
