import type { EventType, StorefrontPlatform } from '#libs/core';
import type { Categories } from './order-items.js';

/** The shop that a webhook or an export comes from. */
export interface StorefrontSource {
  readonly platform: StorefrontPlatform;
  /** Normalised by `shopOf`. */
  readonly shop: string;
  /** Stands before the ids of customers and orders; '' for the first shop of the tenant (`namespaceOf`). */
  readonly namespace: string;
  /** The currency of the shop's orders, ISO 4217; absent while it is unknown. */
  readonly currency?: string | undefined;
  /** Makes the customer id of a guest from the e-mail address (lower case). The address is not stored. */
  readonly guestId: (email: string) => string;
  /** WooCommerce only: its orders do not name the categories of products. */
  readonly categories?: Categories | undefined;
  readonly now: Date;
}

/** An event as `POST /events` accepts it. */
export interface NormalizedEvent {
  readonly event_id: string;
  /** Null: the customer of the order. */
  readonly customer_id: string | null;
  readonly event_type: EventType;
  /** ISO 8601, UTC. */
  readonly occurred_at: string;
  readonly value?: number;
  readonly data: Readonly<Record<string, unknown>> & { readonly order_id?: string };
}

export type UnreadCode = 'unread_amount';
export type UnusableCode = 'invalid_type' | 'legacy_payload' | 'no_id' | 'no_time' | 'no_customer' | 'no_amount';

/**
 * The result for one resource. `ignored`: this kind of resource says nothing about purchases. `unread`: the events lack something that the
 * resource states in a form that cannot be read.
 */
export type Mapped =
  | { readonly kind: 'events'; readonly events: readonly NormalizedEvent[]; readonly unread?: UnreadCode }
  | { readonly kind: 'rejected'; readonly code: UnusableCode; readonly error: string }
  | { readonly kind: 'ignored' };

export const IGNORED: Mapped = { kind: 'ignored' };
export const unusable = (code: UnusableCode, error: string): Mapped => ({ kind: 'rejected', code, error });
