import { CELLS, type OrderCounts, SILENCES } from './order-counts.js';

/** Number of latest days that an expectation ignores, so that a fall does not lower its own expectation. */
export const BLIND_DAYS = 14;
/** The past that an expectation comes from: a year, so that each season has its part. */
const LEARNED_DAYS = 364;
/** Weight, in days of waiting, of the rate borrowed from the nearest other customers. */
const BORROWED = 20;
/** Factor by which orders become rarer after the next longer silence, while no customer has been seen there. */
const FADING = 0.7;

/**
 * Returns the number of known customers who should order on each day, given how many orders each has and how long each has been silent. It
 * is a life table of the shop's own last year, known two weeks before the day. A growing shop has more customers who wait, so it expects
 * more.
 *
 * @returns 0 for the first days, before anything is known
 */
export function expectedOrders(counts: OrderCounts): Float64Array {
  const { days, waiting, back } = counts;
  const expected = new Float64Array(days);
  const [waited, came] = [new Float64Array(CELLS), new Float64Array(CELLS)];
  const rates = new Float64Array(CELLS);
  for (let day = BLIND_DAYS; day < days; day++) {
    const [learned, forgotten] = [day - BLIND_DAYS, day - BLIND_DAYS - LEARNED_DAYS];
    for (let cell = 0; cell < CELLS; cell++) {
      waited[cell]! += waiting[cell * days + learned]! - (forgotten < 0 ? 0 : waiting[cell * days + forgotten]!);
      came[cell]! += back[cell * days + learned]! - (forgotten < 0 ? 0 : back[cell * days + forgotten]!);
    }
    writeRates(waited, came, rates);
    let sum = 0;
    for (let cell = 0; cell < CELLS; cell++) sum += waiting[cell * days + day]! * rates[cell]!;
    expected[day] = sum;
  }
  return expected;
}

/**
 * Estimates the rate of each cell. Where little is known, it borrows from customers with one order less; in the first kind, from the next
 * shorter silence.
 */
function writeRates(waited: Float64Array, came: Float64Array, rates: Float64Array): void {
  for (let cell = 0; cell < CELLS; cell++) {
    const likely = cell >= SILENCES ? rates[cell - SILENCES]! : cell > 0 ? FADING * rates[cell - 1]! : 0;
    rates[cell] = (came[cell]! + BORROWED * likely) / (waited[cell]! + BORROWED);
  }
}
