import { randomBytes } from 'node:crypto';
import type { Subscription } from './simulated-shop.js';

/** The fields of an order that may change. */
export interface WooCommerceChange {
  readonly status: 'pending' | 'processing' | 'completed' | 'cancelled' | 'refunded' | 'trash';
  readonly refunds: readonly { readonly id: number; readonly total: string }[];
}

export interface WooCommerceOrder extends WooCommerceChange {
  readonly id: number;
  /** 0 for a guest. */
  readonly customer: number;
  readonly email: string;
  readonly total: string;
  /** The number of the product that was bought. */
  readonly product?: number;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** A webhook configured in the shop. */
export interface WooCommerceSubscription extends Subscription {
  readonly secret: string;
  readonly status: 'active' | 'paused' | 'disabled';
}

/** REST API keys in WooCommerce's format. */
export interface RestKeys {
  readonly key: string;
  readonly secret: string;
  readonly permission: 'read' | 'read_write';
}

/** Offset of the shop's clock from UTC, for times without `_gmt`. */
const ZONE_MS = 2 * 3_600_000;

const instant = (at: Date): string => at.toISOString().slice(0, 19);
const local = (at: Date): string => instant(new Date(at.getTime() + ZONE_MS));

/** One WooCommerce shop: its orders, webhooks and API keys. */
export class WooCommerceShop {
  readonly orders: WooCommerceOrder[] = [];
  readonly subscriptions: WooCommerceSubscription[] = [];
  readonly keys: RestKeys[] = [];
  /** The categories of the products, by their numbers. */
  readonly products = new Map<number, string>();
  private nextId = 700;

  makeKeys(permission: RestKeys['permission']): RestKeys {
    const keys = { key: `ck_${randomBytes(20).toString('hex')}`, secret: `cs_${randomBytes(20).toString('hex')}`, permission };
    this.keys.push(keys);
    return keys;
  }

  /** Adds an order placed at `at`. Sends no webhook. */
  place(input: {
    readonly customer?: number;
    readonly email?: string;
    readonly total: string;
    readonly at?: Date;
    readonly product?: number;
  }): WooCommerceOrder {
    const at = input.at ?? new Date();
    const customer = input.customer ?? 0;
    const order: WooCommerceOrder = {
      id: (this.nextId += 1),
      customer,
      email: input.email ?? `c${customer}@example.com`,
      total: input.total,
      ...(input.product !== undefined && { product: input.product }),
      createdAt: at,
      modifiedAt: at,
      status: 'processing',
      refunds: [],
    };
    this.orders.push(order);
    return order;
  }

  /** Changes an order. Changes are at least one second apart, so that each has a different time. */
  change(order: WooCommerceOrder, change: Partial<WooCommerceChange>, at = new Date()): void {
    const soonest = Math.floor(order.modifiedAt.getTime() / 1000) * 1000 + 1000;
    Object.assign(order, change, { modifiedAt: new Date(Math.max(at.getTime(), soonest)) });
  }

  /** Changes an order within the second of its last change, so that its time stays the same. */
  changeWithinSecond(order: WooCommerceOrder, change: Partial<WooCommerceChange>): void {
    Object.assign(order, change);
  }

  putWebhook(id: number | null, fields: Record<string, unknown>): WooCommerceSubscription | null {
    const known = this.subscriptions.find((each) => each.id === id);
    if (id !== null && known === undefined) return null;
    const { topic, delivery_url: address, secret, status } = fields;
    const given = Object.entries({ topic, address, secret, status }).filter(([, value]) => typeof value === 'string');
    if (known !== undefined) return Object.assign(known, Object.fromEntries(given));
    const made = { id: (this.nextId += 1), topic: '', address: '', secret: 'nobody knows', status: 'active', ...Object.fromEntries(given) };
    this.subscriptions.push(made as WooCommerceSubscription);
    return made as WooCommerceSubscription;
  }

  /** Returns an order in the format of the orders API and of webhooks. */
  json(order: WooCommerceOrder): object {
    return {
      id: order.id,
      status: order.status,
      currency: 'EUR',
      number: String(order.id),
      total: order.total,
      discount_total: '0.00',
      customer_id: order.customer,
      created_via: 'checkout',
      date_created: local(order.createdAt),
      date_created_gmt: instant(order.createdAt),
      date_modified: local(order.modifiedAt),
      date_modified_gmt: instant(order.modifiedAt),
      billing: { first_name: 'Grace', last_name: 'Hopper', address_1: '1 Long Road', email: order.email, phone: '+15551234567' },
      line_items: [{ id: order.id + 1, name: 'A thing', product_id: order.product ?? 0, quantity: 1, total: order.total }],
      refunds: order.refunds.map(({ id, total }) => ({ id, reason: '', total: `-${total}` })),
    };
  }
}
