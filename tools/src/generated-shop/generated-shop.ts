import { SeededRandom } from '#libs/scoring';
import { ordersOf } from '../simulator/shopper.js';
import type { SimulatedOrder } from '../storefront-simulator/simulated-order.js';
import { type Place, type ShownCustomer, SimulatedShop } from '../storefront-simulator/simulated-shop.js';

const DAY_MS = 86_400_000;
/** First orders are spread over this long. */
const DAYS = 730;
/** A time and a customer share one double: seconds, and at most this many customers. */
const MOST_CUSTOMERS = 2 ** 20;
const FIRST_ORDER = 820_982_911_946_154_508n;
const FIRST_CUSTOMER = 9_100_000_000_000_001n;
const CURRENCY = 'EUR';
/** Registrations that precede the first order, for a newsletter for example, and by how many days at most. */
const EARLY = { share: 0.2, days: 300 };

export interface ShopSize {
  readonly customers: number;
  readonly seed: number;
  /** The history ends at the midnight before. */
  readonly now: Date;
}

/**
 * A shop of any size with an orderly history: its orders are two numbers each, and objects only while they are listed. The same seed, size and
 * day give the same shop.
 */
export class GeneratedShop extends SimulatedShop {
  /** `seconds * MOST_CUSTOMERS + customer`, ascending. The place of an order is its number. */
  private readonly keys: Float64Array;
  private readonly cents: Float64Array;
  private readonly sums: { readonly orders: Uint32Array; readonly cents: Float64Array; readonly last: Float64Array };
  private readonly registered: Float64Array;
  private lastDays: ReadonlyMap<string, readonly bigint[]> | null = null;

  constructor(domain: string, { customers, seed, now }: ShopSize) {
    super(domain);
    const endMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
    this.sums = { orders: new Uint32Array(customers), cents: new Float64Array(customers), last: new Float64Array(customers) };
    this.registered = new Float64Array(customers);
    const placed: number[] = [];
    const values: number[] = [];
    for (let customer = 0; customer < customers; customer += 1) {
      const random = new SeededRandom(seed, customer + 1);
      const arrivalMs = endMs - (1 + Math.floor(random.unit() * DAYS)) * DAY_MS;
      this.registered[customer] = arrivalMs - (random.chance(EARLY.share) ? random.unit() * EARLY.days * DAY_MS : 0);
      for (const { atMs, value } of ordersOf(random, arrivalMs, endMs)) {
        placed.push(Math.floor(atMs / 1000) * MOST_CUSTOMERS + customer);
        values.push(Math.round(value * 100));
      }
    }
    const order = Uint32Array.from(placed.keys()).toSorted((one, other) => placed[one]! - placed[other]!);
    this.keys = Float64Array.from(order, (place) => placed[place]!);
    this.cents = Float64Array.from(order, (place) => values[place]!);
    for (const [place, key] of this.keys.entries()) {
      const customer = key % MOST_CUSTOMERS;
      this.sums.orders[customer]! += 1;
      this.sums.cents[customer]! += this.cents[place]!;
      this.sums.last[customer] = place;
    }
  }

  get orderCount(): number {
    return this.keys.length;
  }

  override countOrders(query: URLSearchParams): number {
    return this.keys.length - this.firstSince(query);
  }

  /** Orders are never changed, so both times are the same. */
  override *ordersBy(query: URLSearchParams, _key: 'createdAt' | 'updatedAt', after: Place | null): Iterable<SimulatedOrder> {
    const from = Math.max(this.firstSince(query), after === null ? 0 : Number(after.id - FIRST_ORDER) + 1);
    for (let place = from; place < this.keys.length; place += 1) yield this.orderAt(place);
  }

  override countCustomers(): number {
    return this.registered.length;
  }

  override *customersBeyond(beyond: bigint): Iterable<ShownCustomer> {
    const from = beyond < FIRST_CUSTOMER ? 0 : Number(beyond - FIRST_CUSTOMER) + 1;
    for (let customer = from; customer < this.registered.length; customer += 1) {
      const last = this.orderAt(this.sums.last[customer]!);
      yield {
        id: FIRST_CUSTOMER + BigInt(customer),
        createdAt: new Date(this.registered[customer]!),
        orders: this.sums.orders[customer]!,
        spent: this.sums.cents[customer]! / 100,
        currency: CURRENCY,
        last: last.createdAt.getTime() >= this.oldestVisible ? last : null,
      };
    }
  }

  override lastOrderDays(): ReadonlyMap<string, readonly bigint[]> {
    if (this.lastDays !== null) return this.lastDays;
    const days = new Map<string, bigint[]>();
    for (const [customer, place] of this.sums.last.entries()) {
      const day = this.orderAt(place).createdAt.toISOString().slice(0, 10);
      const others = days.get(day) ?? [];
      if (others.push(FIRST_CUSTOMER + BigInt(customer)) === 1) days.set(day, others);
    }
    return (this.lastDays = days);
  }

  private orderAt(place: number): SimulatedOrder {
    const key = this.keys[place]!;
    const at = new Date(Math.floor(key / MOST_CUSTOMERS) * 1000);
    return {
      customer: FIRST_CUSTOMER + BigInt(key % MOST_CUSTOMERS),
      total: (this.cents[place]! / 100).toFixed(2),
      id: FIRST_ORDER + BigInt(place),
      number: 1001 + place,
      currency: CURRENCY,
      createdAt: at,
      updatedAt: at,
      paid: true,
      cancelledAt: null,
      refunds: [],
    };
  }

  /** Returns the place of the first order that the scopes and the query allow. */
  private firstSince(query: URLSearchParams): number {
    const times = ['created_at_min', 'updated_at_min'].map((name) => Date.parse(query.get(name) ?? '') || 0);
    const key = Math.ceil(Math.max(this.oldestVisible, ...times) / 1000) * MOST_CUSTOMERS;
    let [low, high] = [0, this.keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
