// The column `order_days.pack`: the orders of one day by time, each as the milliseconds since midnight (int4) and the amount that is left
// in ten-thousandths (float8). The amount is negative in a foreign currency; NaN, or -Infinity in a foreign currency, when it is unknown.

const DAY_MS = 86_400_000;
const BYTES = 12;

/** An order that counts unless a refund that names no order cancels it. */
export interface PackedOrder {
  readonly placedAtMs: number;
  /** Ten-thousandths; null: unknown. */
  readonly net: number | null;
  readonly foreign: boolean;
}

/** SQL of the pack of the rows of a group, which have `placed_at`, `net` (numeric, ten-thousandths) and `is_foreign`. */
export const packOf = (day: string): string => `
string_agg(int4send((round(date_part('epoch', placed_at) * 1000) - ${day} * ${DAY_MS}::float8)::int)
  || float8send(CASE WHEN is_foreign THEN coalesce(-net::float8, '-infinity') ELSE coalesce(net::float8, 'nan') END), NULL ORDER BY placed_at, net, is_foreign)`;

export const packedCount = (pack: Buffer): number => pack.length / BYTES;

/** Returns the amount of an order as the pack has it: negative in a foreign currency, not finite when it is unknown. */
export const signedAmountAt = (pack: Buffer, index: number): number => pack.readDoubleBE(index * BYTES + 4);

export function orderAt(pack: Buffer, day: number, index: number): PackedOrder {
  const amount = signedAmountAt(pack, index);
  return {
    placedAtMs: day * DAY_MS + pack.readInt32BE(index * BYTES),
    net: Number.isFinite(amount) ? Math.abs(amount) : null,
    foreign: amount < 0,
  };
}
