import type { CsvRow } from '../csv/csv-rows.js';
import { parseAmount } from '../csv/parse-amount.js';
import { parseInstant } from '../csv/parse-instant.js';
import { type Parsed, value, wrong } from '../csv/parsed.js';
import type { Observation, ReadingPlan } from '../rows/plan.js';
import { currencyIn, identitiesIn, isTotalsWord } from '../rows/row-facts.js';
import { eventsRow, leftOut, type ReadingContext, type RowOutcome, wrongRow } from '../rows/row-reader.js';
import { readConsent } from './customer-consent.js';
import { eventIdOf, type RepeatCounter } from './event-identity.js';

export const WITHOUT_ORDERS = 'customers without an order';
const TOTALS_OF_CUSTOMERS = 'rows that add up others';
const SOURCE = 'history';

/** Returns whether an event sums up the orders of a customer in a file. */
export const isHistory = (eventId: string): boolean => eventId.startsWith(`import:${SOURCE}:`);

/** The sums of one customer. Instants are `Date`s; null is not known. */
interface Sums {
  readonly orders: number;
  readonly spent: number | null;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
}

interface HistoryReading {
  readonly context: ReadingContext;
  readonly repeats: RepeatCounter;
}

/**
 * Reads a row that sums up a customer. The service may know the person by the number, the address or both, so each of them gets the summary;
 * `withKnownOrders` keeps the one that the service knows, else the first. The id names the customer and the end of the summary, so a second
 * import changes nothing.
 */
export function readHistory(row: CsvRow, plan: ReadingPlan, { context, repeats }: HistoryReading): RowOutcome {
  const { observation, columns } = plan;
  const { fields } = row;
  if (isTotalsWord(columns.text(fields, 'customer'))) return leftOut(TOTALS_OF_CUSTOMERS);
  const { found, name, reason } = identitiesIn(plan, fields);
  // A second number of the row may be that of the row, or another customer's.
  const known = found.filter((one, place) => found.findIndex(({ kind }) => kind === one.kind) === place);
  const people = known.length > 0 ? known : name === null ? [] : [name];
  const [first] = people;
  if (first === undefined) return wrongRow(reason);
  if (observation === null) return wrongRow('the end of the time that the file sums up is not known');
  const sums = plan.layout.sums === 'repeats' ? repeatsIn(plan, fields, observation) : totalsIn(plan, fields, context.timeZone);
  if (sums.kind === 'wrong') return wrongRow(sums.reason);
  const consent = columns.has('consent') ? readConsent(row, plan, context, observation.until) : null;
  const consents = consent?.kind === 'events' ? consent.events : [];
  if (sums.value.orders === 0)
    return consents.length > 0 ? { kind: 'events', events: consents, whenUnknown: WITHOUT_ORDERS } : leftOut(WITHOUT_ORDERS);
  const currency = currencyIn(plan, fields, context.currency);
  if (currency.kind === 'wrong') return wrongRow(currency.reason);
  const ids = people.map(({ kind, text }) => (kind === 'id' ? text : context.pseudonym(kind, text)));
  if (repeats.ordinal([SOURCE, ids[0] ?? '']) > 1) return wrongRow('an earlier row sums up the same customer');
  const { orders, spent, firstAt, lastAt } = sums.value;
  const histories = [...new Set(ids)].map((customer) => ({
    event_id: eventIdOf(SOURCE, [customer, observation.day]),
    customer_id: customer,
    event_type: 'customer_history',
    occurred_at: observation.until.toISOString(),
    data: {
      orders,
      ...(spent === null ? {} : { spent }),
      ...(currency.value === null ? {} : { currency: currency.value }),
      ...(firstAt === null ? {} : { first_order_at: firstAt.toISOString() }),
      ...(lastAt === null ? {} : { last_order_at: lastAt.toISOString() }),
      until: observation.until.toISOString(),
    },
  }));
  return eventsRow([...histories, ...consents]);
}

const round = (amount: number): number => Math.round(amount * 10_000) / 10_000;

function totalsIn({ columns, decimals, slashes }: ReadingPlan, fields: readonly string[], timeZone: string): Parsed<Sums> {
  const orders = countOf('the number of orders', columns.text(fields, 'orders'));
  if (orders.kind === 'wrong') return orders;
  const spent = parseAmount(columns.text(fields, 'amount'), decimals);
  if (spent.kind === 'wrong') return spent;
  if (spent.value !== null && spent.value < 0) return wrong(`the amount spent is ${spent.value}, which is below zero`);
  const [firstAt, lastAt] = (['first_order', 'last_order'] as const).map((field): Parsed<Date | null> => {
    const text = columns.text(fields, field);
    return text === '' ? value(null) : parseInstant(text, { timeZone, slashes });
  }) as [Parsed<Date | null>, Parsed<Date | null>];
  if (firstAt.kind === 'wrong') return firstAt;
  if (lastAt.kind === 'wrong') return lastAt;
  return value({ orders: orders.value, spent: spent.value, firstAt: firstAt.value, lastAt: lastAt.value });
}

/**
 * Reads the summary of a customer's orders after the first. It has no amount of the first order, so the mean of the others stands for that
 * too. Where there are no others, programs write a mean of 0; it is read as not known.
 */
function repeatsIn({ columns, decimals }: ReadingPlan, fields: readonly string[], { until, unitMs }: Observation): Parsed<Sums> {
  const repeats = countOf('frequency', columns.text(fields, 'repeats'));
  if (repeats.kind === 'wrong') return repeats;
  const [recency, age] = (['recency', 'age'] as const).map((field) => numberOf(columns.text(fields, field))) as [number, number];
  if (Number.isNaN(recency) || Number.isNaN(age)) return wrong('recency and T must be numbers of 0 or more');
  const firstMs = until.getTime() - Math.round(age * (unitMs ?? 0));
  if (Number.isNaN(new Date(firstMs).getTime())) return wrong(`T is ${age}: no order can be that old`);
  if (recency > age) return wrong(`recency is ${recency}, more than T (${age}): it must be the age of the customer at the last order`);
  if (repeats.value === 0 && recency > 0)
    return wrong(`recency is ${recency} without a repeat order: it must be the age of the customer at the last order, not the time since`);
  const mean = parseAmount(columns.text(fields, 'amount'), decimals);
  if (mean.kind === 'wrong') return mean;
  if (mean.value !== null && mean.value < 0) return wrong(`the mean of the orders is ${mean.value}, which is below zero`);
  const isKnown = mean.value !== null && (repeats.value > 0 || mean.value > 0);
  return value({
    orders: repeats.value + 1,
    spent: isKnown ? round((mean.value ?? 0) * (repeats.value + 1)) : null,
    firstAt: new Date(firstMs),
    lastAt: new Date(Math.min(until.getTime(), firstMs + Math.round(recency * (unitMs ?? 0)))),
  });
}

const NUMBER = /^\d+(?:[.,]\d+)?(?:E[+-]?\d+)?$/i;

/** Reads a number without signs of thousands, as programs write it; NaN for anything else. */
const numberOf = (text: string): number => (NUMBER.test(text) ? Number(text.replace(',', '.')) : Number.NaN);

/** Reads a whole number, also with signs of thousands, or with zeros behind a point. */
function countOf(name: string, text: string): Parsed<number> {
  const plain = /^\d{1,3}(?:[.,' ]\d{3})+$/.test(text) ? text.replaceAll(/\D/g, '') : text.replace(/[.,]0+$/, '');
  return /^\d{1,9}$/.test(plain)
    ? value(Number(plain))
    : wrong(text === '' ? `${name} is empty` : `${name} is "${text}", not a whole number`);
}
