import type { Features } from './features.js';
import { mbgNoOrderLogit } from './mbg-nbd.js';
import type { MbgParameters } from './mbg-nbd.js';
import type { Model } from './model.js';
import { clampLogit } from './score-range.js';

export interface Reason {
  readonly factor: 'silence' | 'orders' | 'rhythm';
  /** What this customer did: days of silence, order days, days between order days. */
  readonly value: number;
  /** What to compare it with, in the same unit; null when there is nothing to compare with. */
  readonly typical: number | null;
  /** Change of the log-odds of placing no order, four decimals: positive raises the score. */
  readonly effect: number;
  readonly text: string;
}

/** A gap beyond this says nothing to a shop. */
const LONGEST_TELLING_GAP_DAYS = 365;

/**
 * Why a customer's score is not that of somebody who placed a first order today, largest effect first.
 *
 * The log-odds change in three steps: from that reference to as many order days at the typical gap (orders), to the customer's own
 * gap (rhythm), to the silence since (silence). Each effect is one step, so they add up to the whole distance.
 * A one-time buyer differs from the reference by silence alone.
 */
export function explain(features: Features, model: Model): Reason[] {
  const { x, tx, T } = features;
  const logitOf = (days: number, atLastOrder: number, today: number): number =>
    clampLogit(mbgNoOrderLogit({ x: days, tx: atLastOrder, T: today }, model.mbg, model.horizonDays));
  const atLastOrder = logitOf(x, tx, tx);
  const silence = silenceReason(features, model.mbg, logitOf(x, tx, T) - atLastOrder);
  if (features.avgGapDays === null) return [silence];

  const typicalGap = typicalGapDays(model.mbg);
  const atTypicalGap = logitOf(x, x * typicalGap, x * typicalGap);
  const orders = ordersReason(features.orderDays, atTypicalGap - logitOf(0, 0, 0));
  const rhythm = rhythmReason(features.avgGapDays, x, typicalGap, atLastOrder - atTypicalGap);
  return [silence, orders, rhythm].toSorted((one, other) => Math.abs(other.effect) - Math.abs(one.effect));
}

/** The gap of a customer who orders at the mean rate r/α: unlike the mean of all gaps, it is finite for every r. */
const typicalGapDays = ({ r, alpha }: MbgParameters): number => alpha / r;

/** The day by which half of those who order a second time have done so. */
const medianReturnDays = ({ r, alpha }: MbgParameters): number => alpha * Math.expm1(Math.LN2 / r);

function silenceReason(features: Features, parameters: MbgParameters, effect: number): Reason {
  const { recencyDays: value, avgGapDays } = features;
  if (avgGapDays === null) {
    const typical = tellingDays(medianReturnDays(parameters));
    const comparison = typical === null ? '' : `; half of the customers who order again do so within ${inDays(typical)}`;
    return { factor: 'silence', value, typical, effect: roundEffect(effect), text: firstOrderText(features) + comparison };
  }
  const typical = wholeDays(avgGapDays);
  const since = daysAgoText(features, 'ordered', () => `${inDays(value)} since the last order`);
  const usual =
    features.x === 1
      ? `the only gap between order days so far was ${inDays(typical)}`
      : `this customer usually orders every ${typical === 1 ? 'day' : inDays(typical)}`;
  return { factor: 'silence', value, typical, effect: roundEffect(effect), text: `${since}; ${usual}` };
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

function ordersReason(orderDays: number, effect: number): Reason {
  const text = `${inDays(orderDays, 'order day')} so far; customers who came back before are more likely to order again`;
  return { factor: 'orders', value: orderDays, typical: 1, effect: roundEffect(effect), text };
}

function rhythmReason(avgGapDays: number, x: number, typicalGap: number, effect: number): Reason {
  const value = wholeDays(avgGapDays);
  const typical = wholeDays(typicalGap);
  return { factor: 'rhythm', value, typical, effect: roundEffect(effect), text: rhythmText(value, typical, x) };
}

/** Compares the numbers the reader sees, not those behind them. */
function rhythmText(value: number, typical: number, x: number): string {
  const once = x === 1;
  const pace = once ? `came back after ${inDays(value)}` : `orders every ${value === 1 ? 'day' : inDays(value)}`;
  if (value === typical) return `${pace}, as is typical`;
  if (value < typical) return `${pace}, ${once ? 'sooner' : 'faster'} than the typical ${typical}`;
  return `${pace}, ${once ? 'later' : 'slower'} than the typical ${typical}`;
}

const inDays = (count: number, unit = 'day'): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

const wholeDays = (days: number): number => Math.max(1, Math.round(days));

const tellingDays = (days: number): number | null => (days > LONGEST_TELLING_GAP_DAYS ? null : wholeDays(days));

/** Adding zero turns −0, which a rounded tiny effect may be, into 0. */
const roundEffect = (effect: number): number => Number(effect.toFixed(4)) + 0;
