import { type OrderDays, SeededRandom } from '#libs/scoring';

const LAST_DAY = 20_000;
const DAYS = 700;
const MOST_ROWS_PER_CUSTOMER = 60;

/** Generates the order days of a shop of any size, about four per customer, fast enough not to affect the measurement. */
export function randomHistory(customers: number): { history: OrderDays; today: number } {
  const random = new SeededRandom(1);
  const offsets = new Uint32Array(customers + 1);
  const day = new Int32Array(customers * 8 + MOST_ROWS_PER_CUSTOMER);
  const value = new Float64Array(day.length);
  let rows = 0;
  for (let customer = 0; customer < customers; customer++) {
    const meanGap = 5 + 80 * random.unit();
    const leaves = 0.1 + 0.4 * random.unit();
    const spend = 20 + 80 * random.unit();
    let each = LAST_DAY - Math.floor(DAYS * random.unit());
    const most = rows + MOST_ROWS_PER_CUSTOMER;
    for (; each <= LAST_DAY && rows < most; each += 1 + Math.floor(-meanGap * Math.log(1 - random.unit()))) {
      day[rows] = each;
      value[rows] = spend * (0.7 + 0.6 * random.unit());
      rows += 1;
      if (random.unit() < leaves) break;
    }
    offsets[customer + 1] = rows;
  }
  return { history: { offsets, day: day.subarray(0, rows), value: value.subarray(0, rows) }, today: LAST_DAY };
}
