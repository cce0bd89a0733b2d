import type { EventType, StorefrontPlatform } from '#libs/core';

/** Whose webhook or export it is. */
export interface StorefrontSource {
  readonly platform: StorefrontPlatform;
  /** As `normaliseShop` writes it. */
  readonly shop: string;
  /** The customer id of somebody without an account, by the address (lower case), which is not kept. */
  readonly guestId: (email: string) => string;
  readonly now: Date;
}

/** An event as `POST /events` takes it. */
export interface NormalizedEvent {
  readonly event_id: string;
  /** Null: whoever the order is of. */
  readonly customer_id: string | null;
  readonly event_type: EventType;
  /** ISO 8601, UTC. */
  readonly occurred_at: string;
  readonly value?: number;
  readonly data: Readonly<Record<string, unknown>> & { readonly order_id?: string };
}

export type UnusableCode = 'invalid_type' | 'no_id' | 'no_time' | 'no_customer' | 'no_amount';

/** What a resource of a platform becomes. `ignored`: it is of a kind that says nothing of purchases. */
export type Mapped =
  | { readonly kind: 'events'; readonly events: readonly NormalizedEvent[] }
  | { readonly kind: 'rejected'; readonly code: UnusableCode; readonly error: string }
  | { readonly kind: 'ignored' };

export const IGNORED: Mapped = { kind: 'ignored' };
export const unusable = (code: UnusableCode, error: string): Mapped => ({ kind: 'rejected', code, error });
