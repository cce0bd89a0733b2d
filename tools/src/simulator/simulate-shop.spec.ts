import { DAY_MS } from '#libs/core';
import type { OutgoingEvent } from '#libs/order-import';
import { demandOn, DEMAND_MAX } from './season.js';
import { simulateShop, type ShopPlan } from './simulate-shop.js';

const NOW = new Date('2026-11-21T15:30:00.000Z');
const plan = (changes: Partial<ShopPlan> = {}): ShopPlan => ({ seed: 7, now: NOW, customers: 1500, months: 24, ...changes });
const isOrder = (event: OutgoingEvent): boolean => event.event_type === 'order_completed';
const events = simulateShop(plan());
const orders = events.filter(isOrder);

const countBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, number> =>
  items.reduce((counts, item) => counts.set(key(item), (counts.get(key(item)) ?? 0) + 1), new Map<string, number>());

const ordersPerCustomer = (shop: readonly OutgoingEvent[]): number[] => [
  ...countBy(shop.filter(isOrder), (event) => event.customer_id).values(),
];

describe('the simulated shop', () => {
  it('is the same for the same seed at any hour of a day, and differs for another seed', () => {
    expect(simulateShop(plan({ now: new Date('2026-11-21T00:00:00.000Z') }))).toEqual(events);
    expect(simulateShop(plan({ seed: 8 }))).not.toEqual(events);
  });

  it('has the requested size: 1500 customers with 8 to 10 thousand events', () => {
    expect(countBy(orders, (order) => order.customer_id).size).toBe(1500);
    expect(events.length).toBeGreaterThan(8000);
    expect(events.length).toBeLessThan(10_000);
  });

  it('has one-time customers, regulars and a few customers with very many orders, with any seed', () => {
    for (const seed of [1, 2, 3]) {
      const counts = ordersPerCustomer(simulateShop(plan({ seed })));
      const oneTimers = counts.filter((count) => count === 1).length / counts.length;
      expect(oneTimers).toBeGreaterThan(0.4);
      expect(oneTimers).toBeLessThan(0.6);
      expect(Math.max(...counts)).toBeGreaterThan(40);
    }
  });

  it('is sorted by time and never in the future', () => {
    const times = events.map((event) => Date.parse(event.occurred_at));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBeLessThan(NOW.getTime());
    expect(times.at(-1)).toBeGreaterThan(NOW.getTime() - 2 * DAY_MS);
    expect(times[0]).toBeGreaterThan(NOW.getTime() - 740 * DAY_MS);
  });

  it('never refunds more than an order cost, nor before it was placed', () => {
    const byOrder = new Map(orders.map((order) => [order.data?.order_id, order]));
    const later = events.filter((event) => event.event_type !== 'order_completed');
    expect(later.length / orders.length).toBeGreaterThan(0.04);
    expect(later.length / orders.length).toBeLessThan(0.1);
    for (const event of later) {
      const order = byOrder.get(event.data?.order_id);
      expect(order?.customer_id).toBe(event.customer_id);
      expect(Date.parse(event.occurred_at)).toBeGreaterThanOrEqual(Date.parse(order?.occurred_at ?? ''));
      expect(event.value ?? 0).toBeLessThanOrEqual(order?.value ?? 0);
    }
  });

  it('gives every event a unique id and every order a unique number, and marks events as simulated', () => {
    expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length);
    expect(new Set(orders.map((order) => order.data?.order_id)).size).toBe(orders.length);
    expect(events.every((event) => event.data?.simulated === true && event.customer_id.startsWith('sim-'))).toBe(true);
  });

  it('sells more before Christmas than in February, more by day than by night, and grows', () => {
    const inMonth = countBy(orders, (order) => order.occurred_at.slice(0, 7));
    expect(inMonth.get('2025-12')).toBeGreaterThan(1.3 * (inMonth.get('2026-02') ?? 0));
    const atNight = orders.filter((order) => Number(order.occurred_at.slice(11, 13)) < 6).length;
    expect(atNight / orders.length).toBeLessThan(0.03);
    const newest = orders.filter((order) => Date.parse(order.occurred_at) > NOW.getTime() - 365 * DAY_MS).length;
    expect(newest).toBeGreaterThan(orders.length / 2);
  });

  it('never exceeds the envelope that thinning draws from', () => {
    const days = Array.from({ length: 1461 }, (_, day) => demandOn(Date.UTC(2024, 0, 1) + day * DAY_MS));
    expect(Math.max(...days)).toBeLessThanOrEqual(DEMAND_MAX);
    expect(Math.min(...days)).toBeGreaterThan(0.5);
  });
});
