import type { EventType } from '#libs/core';

/** The names of Segment's e-commerce and e-mail events that count, and what they become. The table of `docs/guides/segment.md` shows the same. */
export const EVENT_NAMES: ReadonlyMap<string, EventType> = new Map([
  ['order created', 'order_created'],
  ['order completed', 'order_completed'],
  ['order updated', 'order_updated'],
  ['order cancelled', 'order_cancelled'],
  ['order refunded', 'order_refunded'],
  ['product viewed', 'product_viewed'],
  ['product added', 'cart_updated'],
  ['product removed', 'cart_updated'],
  ['cart viewed', 'cart_updated'],
  ['checkout started', 'checkout_started'],
  ['product reviewed', 'review_submitted'],
  ['application opened', 'session_started'],
  ['email opened', 'email_opened'],
  ['email link clicked', 'email_clicked'],
  ['unsubscribed', 'email_unsubscribed'],
]);

/** Names of events may be anything. Only a plain one is shown, because the log of events must not hold personal data. */
const PLAIN_NAME = /^\p{L}[\p{L} :/_-]{0,59}$/u;

/** @returns the name as a sentence can show it; null when it must not be shown */
export const shownName = (name: string): string | null => (PLAIN_NAME.test(name) ? JSON.stringify(name) : null);
