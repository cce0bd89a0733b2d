import type { Features } from '../orders/features.js';
import type { MbgParameters } from '../model/mbg-nbd.js';

/** A reason without its effect. */
export interface Fact {
  readonly value: number;
  readonly typical: number | null;
  readonly text: string;
}

/** A gap beyond this says nothing to a shop. */
const LONGEST_TELLING_GAP_DAYS = 365;

/** The gap of a customer who orders at the mean rate r/α: unlike the mean of all gaps, it is finite for every r. */
export const typicalGapDays = ({ r, alpha }: MbgParameters): number => alpha / r;

/** The day by which half of those who order a second time have done so. */
const medianReturnDays = ({ r, alpha }: MbgParameters): number => alpha * Math.expm1(Math.LN2 / r);

/** "62 days since the last order; this customer usually orders every 21 days" */
export function silenceFact(features: Features, parameters: MbgParameters): Fact {
  const { recencyDays: value, avgGapDays } = features;
  if (avgGapDays === null) {
    const typical = daysToName(medianReturnDays(parameters));
    const comparison = typical === null ? '' : `; half of the customers who order again do so within ${inDays(typical)}`;
    return { value, typical, text: firstOrderText(features) + comparison };
  }
  const typical = wholeDays(avgGapDays);
  const since = daysAgoText(features, 'ordered', () => `${inDays(value)} since the last order`);
  const usual =
    features.x === 1
      ? `the only gap between order days so far was ${inDays(typical)}`
      : `this customer usually orders every ${typical === 1 ? 'day' : inDays(typical)}`;
  return { value, typical, text: `${since}; ${usual}` };
}

function firstOrderText(features: Features): string {
  const single = features.ordersTotal === 1;
  return daysAgoText(
    features,
    single ? 'first order' : 'first orders',
    () => `${inDays(features.recencyDays)} since the first and only order${single ? '' : ' day'}`,
  );
}

/** Less than 24 hours are no day yet, but may reach into yesterday. */
function daysAgoText({ recencyDays, tx, T }: Features, event: string, longerAgo: () => string): string {
  if (recencyDays > 0) return longerAgo();
  return T === tx ? `${event} today` : `${event} yesterday`;
}

/** @param avgGapDays of somebody with x ≥ 1 */
export function rhythmFact(avgGapDays: number, x: number, parameters: MbgParameters): Fact {
  const value = wholeDays(avgGapDays);
  const typical = wholeDays(typicalGapDays(parameters));
  return { value, typical, text: rhythmText(value, typical, x) };
}

/** Compares the numbers the reader sees, not those behind them. */
function rhythmText(value: number, typical: number, x: number): string {
  const once = x === 1;
  const pace = once ? `came back after ${inDays(value)}` : `orders every ${value === 1 ? 'day' : inDays(value)}`;
  if (value === typical) return `${pace}, as is typical`;
  if (value < typical) return `${pace}, ${once ? 'sooner' : 'faster'} than the typical ${typical}`;
  return `${pace}, ${once ? 'later' : 'slower'} than the typical ${typical}`;
}

export const inDays = (count: number, unit = 'day'): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

const wholeDays = (days: number): number => Math.max(1, Math.round(days));

const daysToName = (days: number): number | null => (days > LONGEST_TELLING_GAP_DAYS ? null : wholeDays(days));
