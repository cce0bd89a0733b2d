import { DAY_MS } from '#libs/core';
import { earlierOf, joined, type StoredSummary } from './earlier-orders.js';

const day = (number: number): number => number * DAY_MS;
const NONE = { orders: 0, spent: 0, firstAtMs: null };
const summary = (fields: Partial<StoredSummary> = {}): StoredSummary => ({
  orders: 8,
  spent: 800,
  firstAtMs: day(100),
  lastAtMs: null,
  untilMs: day(900),
  sinceMs: null,
  known: NONE,
  ...fields,
});

describe('a summary of earlier orders', () => {
  it('is taken as it is while no order is known one by one', () => {
    expect(earlierOf(summary())).toEqual({ orders: 8, spent: 800n, firstAtMs: day(100), lastAtMs: null, untilMs: day(900) });
  });

  it('shrinks with each order that arrives, and is gone with the last one', () => {
    const left = earlierOf(summary({ known: { orders: 3, spent: 500, firstAtMs: day(850) } }));
    expect(left).toMatchObject({ orders: 5, spent: 300n });
    expect(earlierOf(summary({ known: { orders: 8, spent: 900, firstAtMs: day(100) } }))).toBeNull();
    expect(earlierOf(summary({ known: { orders: 7, spent: 900, firstAtMs: day(850) } }))).toMatchObject({ orders: 1, spent: 0n });
    expect(earlierOf(summary({ orders: 0 }))).toBeNull();
  });

  it('lies before the orders that the shop sends one by one', () => {
    expect(earlierOf(summary({ sinceMs: day(840) }))!.untilMs).toBe(day(840) - 1);
    expect(earlierOf(summary({ known: { orders: 1, spent: 0, firstAtMs: day(860) } }))!.untilMs).toBe(day(860) - 1);
  });

  it('may lie after known orders that begin with the first one', () => {
    expect(earlierOf(summary({ known: { orders: 2, spent: 0, firstAtMs: day(100) } }))!.untilMs).toBe(day(900));
  });

  it('knows the last order as long as that order is one of its own', () => {
    const lastAtMs = day(800);
    expect(earlierOf(summary({ lastAtMs, sinceMs: day(840) }))!.lastAtMs).toBe(lastAtMs);
    expect(earlierOf(summary({ lastAtMs, known: { orders: 1, spent: 0, firstAtMs: lastAtMs } }))!.lastAtMs).toBeNull();
    expect(earlierOf(summary({ lastAtMs, sinceMs: day(700) }))!.lastAtMs).toBeNull();
  });

  it('of one order has one day, whichever the shop says', () => {
    expect(earlierOf(summary({ orders: 1 }))).toMatchObject({ firstAtMs: day(100), lastAtMs: day(100) });
    expect(earlierOf(summary({ orders: 1, firstAtMs: null, lastAtMs: day(200) }))).toMatchObject({ firstAtMs: day(200) });
  });

  it('adds up over the identifiers of one customer', () => {
    const [one, other] = [earlierOf(summary()), earlierOf(summary({ firstAtMs: day(50), untilMs: day(950), lastAtMs: day(940) }))];
    expect(joined([one, null, other])).toEqual({ orders: 16, spent: 1600n, firstAtMs: day(50), lastAtMs: null, untilMs: day(950) });
    expect(joined([null])).toBeNull();
  });
});
