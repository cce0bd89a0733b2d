/** `customers.list_group` of a deleted customer, below the others: lists, counts and audiences leave them out. */
export const DELETED_GROUP = -2;
/** `customers.list_group` of a customer without a score. */
export const UNSCORED_GROUP = -1;
/** `customers.list_group` of a customer with a score. */
export const SCORED_GROUP = 0;

/** Risk labels in rising order of risk. */
export const LABELS = ['low', 'medium', 'high', 'critical'] as const;
export type Label = (typeof LABELS)[number];

/** The way of a customer from the first order to the last. The worker computes it by the same names; a test compares the two. */
export const LIFECYCLES = ['new', 'second_order_due', 'active', 'slipping', 'lost'] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

/** The customers to contact first: their next order is missing, and they are not lost yet. The worker uses the same; a test compares the two. */
export const CONTACT_LIFECYCLES = ['second_order_due', 'slipping'] as const satisfies readonly Lifecycle[];

/** Smallest score of a customer who is slipping or lost. The worker uses the same number; a test compares the two. */
export const SLIPPING_SCORE = 0.4;

/** The cause of a score in the history: orders of the customer, the days that passed without one, another model, or other settings. */
export const SCORE_CAUSES = ['events', 'aging', 'model', 'settings'] as const;
export type ScoreCause = (typeof SCORE_CAUSES)[number];

/** The default lower bounds of the labels, inclusive. The worker uses the same numbers; a test compares the two. */
export const DEFAULT_LABEL_THRESHOLDS = { medium: 0.4, high: 0.7, critical: 0.9 } as const;
