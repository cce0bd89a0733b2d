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

const OTHER_NAMES = [
  'Products Searched', 'Product List Viewed', 'Product List Filtered', 'Promotion Viewed', 'Promotion Clicked', 'Product Clicked',
  'Product Shared', 'Cart Shared', 'Product Added to Wishlist', 'Product Removed from Wishlist', 'Wishlist Product Added to Cart',
  'Checkout Step Viewed', 'Checkout Step Completed', 'Payment Info Entered',
  'Coupon Entered', 'Coupon Applied', 'Coupon Denied', 'Coupon Removed', 'Email Delivered', 'Email Bounced', 'Email Marked as Spam',
  'Application Installed', 'Application Updated', 'Application Backgrounded', 'Application Foregrounded', 'Application Crashed',
  'Application Uninstalled', 'Install Attributed', 'Deep Link Opened', 'Deep Link Clicked',
  'Push Notification Received', 'Push Notification Tapped', 'Push Notification Bounced',
  'Account Created', 'Account Deleted', 'Signed Up', 'Signed In', 'Signed Out', 'Invite Sent', 'Trial Started', 'Trial Ended',
]; // prettier-ignore

const KNOWN = new Map(OTHER_NAMES.map((name) => [name.toLowerCase(), name]));

/** Returns the name if Segment's specification has it. Other names may be those of people, which the log of events must not hold. */
export const unusedName = (name: string): string | null => KNOWN.get(name.trim().toLowerCase()) ?? null;
