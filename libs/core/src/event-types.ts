/** The role of an event: a purchase, activity without a purchase, something negative, or a change of the customer's record. */
export type EventRole = 'purchase' | 'engagement' | 'negative' | 'profile';

/** The closed list of event types. The role is shown to callers; scoring ignores it. `ORDER_ASPECTS` decides what an event does. */
export const EVENT_ROLES = {
  order_created: 'purchase',
  order_completed: 'purchase',
  order_updated: 'purchase',
  order_cancelled: 'negative',
  order_refunded: 'negative',
  customer_created: 'profile',
  customer_updated: 'profile',
  customer_deleted: 'profile',
  customer_history: 'profile',
  cart_updated: 'engagement',
  checkout_started: 'engagement',
  checkout_abandoned: 'negative',
  product_viewed: 'engagement',
  page_viewed: 'engagement',
  session_started: 'engagement',
  email_opened: 'engagement',
  email_clicked: 'engagement',
  email_unsubscribed: 'negative',
  support_ticket_opened: 'negative',
  review_submitted: 'engagement',
  subscription_started: 'purchase',
  subscription_renewed: 'purchase',
  subscription_cancelled: 'negative',
} as const satisfies Record<string, EventRole>;

export type EventType = keyof typeof EVENT_ROLES;
export const EVENT_TYPES = Object.keys(EVENT_ROLES) as readonly EventType[];

export const isEventType = (text: string): text is EventType => Object.hasOwn(EVENT_ROLES, text);

/**
 * Says whether models may learn from a type besides orders. Types about orders and about the customer's record add nothing to what they
 * know.
 */
export const isBehaviour = (type: EventType): boolean => !type.startsWith('order_') && !type.startsWith('customer_');

/** A group of behaviour that a model uses, and the log-loss of the replay without it and with it. */
export interface UsedBehaviour {
  readonly group: string;
  readonly eventTypes: readonly EventType[];
  readonly logLossBefore: number;
  readonly logLossAfter: number;
}

/** A trait that a model uses, and the log-loss of the replay without it and with it. */
export interface UsedTrait {
  readonly name: string;
  readonly logLossBefore: number;
  readonly logLossAfter: number;
}

/** The aspects of an order that an event can report. */
export type OrderAspect = 'placed' | 'updated' | 'completed' | 'cancelled' | 'refunded';

/** The aspects that each event type reports of its order; null: it is about no order, and changes none. */
export const ORDER_ASPECTS = {
  order_created: 'placed',
  order_completed: 'completed',
  order_updated: 'updated',
  order_cancelled: 'cancelled',
  order_refunded: 'refunded',
  customer_created: null,
  customer_updated: null,
  customer_deleted: null,
  customer_history: null,
  cart_updated: null,
  checkout_started: null,
  checkout_abandoned: null,
  product_viewed: null,
  page_viewed: null,
  session_started: null,
  email_opened: null,
  email_clicked: null,
  email_unsubscribed: null,
  support_ticket_opened: null,
  review_submitted: null,
  subscription_started: 'completed',
  subscription_renewed: 'completed',
  subscription_cancelled: null,
} as const satisfies Record<EventType, OrderAspect | null>;

/** Event types with items that were bought. The items of a refund came back, and those of a cart may never be bought. */
export const BOUGHT_TYPES = EVENT_TYPES.filter((type) => ['placed', 'updated', 'completed'].includes(ORDER_ASPECTS[type] ?? ''));

/**
 * The state that each aspect gives an order, and its rank among events of the same moment: the highest wins. `refunded` says nothing
 * about the state. The numbers are stored in `orders.state` and in score requests: never renumber them.
 */
export const ORDER_STATES = { refunded: -1, placed: 0, updated: 1, completed: 2, cancelled: 3 } as const satisfies Record<
  OrderAspect,
  number
>;
