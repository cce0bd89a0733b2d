/** The role of an event: a purchase, activity without a purchase, something negative, or a change of the customer's record. */
export type EventRole = 'purchase' | 'engagement' | 'negative' | 'profile';

/** The closed list of event types. */
export const EVENT_ROLES = {
  order_created: 'purchase',
  order_completed: 'purchase',
  order_updated: 'purchase',
  order_cancelled: 'negative',
  order_refunded: 'negative',
  customer_created: 'profile',
  customer_updated: 'profile',
  customer_deleted: 'profile',
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
