import type { Covariates } from '../orders/order-days.js';
import { groupOfColumns, productColumns, columnCountOf, writeBehaviour } from './behaviour-columns.js';
import type { PredictorGroup } from './behaviour-columns.js';
import type { TraitScale } from './trait-scale.js';

/** The gain of a group in the replay of the shop: log-loss without it and with it. Groups earlier in the list are already in both. */
export interface GroupGain {
  readonly group: PredictorGroup;
  readonly logLossBefore: number;
  readonly logLossAfter: number;
}

/** A regression on top of the finished score of the orders: it adds to its log-odds. Plain data. */
export interface BehaviourLayer {
  /** The groups used, in the order of `BEHAVIOUR_GROUPS`, and then the traits by name. */
  readonly groups: readonly PredictorGroup[];
  /** The scales of the traits among the groups. */
  readonly traits: readonly TraitScale[];
  /** Days from one renewal of a subscription to the next, in this shop. */
  readonly renewalDays: number;
  /** Mean and standard deviation of each column before the products; a standard deviation of 0 leaves the column out. */
  readonly center: readonly number[];
  readonly spread: readonly number[];
  /** Mean and standard deviation of the log-odds of the orders. */
  readonly base: { readonly center: number; readonly spread: number };
  /** One for each column, then one for each product, in log-odds of placing no order. */
  readonly coefficients: readonly number[];
  /** Keeps the mean score where the orders put it. */
  readonly shift: number;
  /** Mean effect of each group on the regular customers of the shop. */
  readonly regular: readonly number[];
  /** In the order in which the groups were taken. */
  readonly gains: readonly GroupGain[];
}

/** Values beyond this many standard deviations are outliers that the fit has not seen the like of. */
const FARTHEST = 6;

/** Returns a column in standard deviations, within those that the fit knows. */
export const inDeviations = (value: number, center: number, spread: number): number =>
  spread === 0 ? 0 : Math.max(-FARTHEST, Math.min(FARTHEST, (value - center) / spread));

/** Reads what behaviour and traits add to the log-odds of one customer after another, with memory for one. */
export class BehaviourReader {
  /** Effect of each group on the customer read last; they and the shift add up to what was returned. */
  readonly effects: Float64Array;
  private readonly row: Float64Array;
  private readonly products: readonly number[];
  private readonly groupOf: readonly number[];

  constructor(
    private readonly layer: Omit<BehaviourLayer, 'regular' | 'gains'>,
    private readonly horizonDays: number,
  ) {
    this.effects = new Float64Array(layer.groups.length);
    this.row = new Float64Array(columnCountOf(layer.groups));
    this.products = productColumns(layer.groups);
    this.groupOf = groupOfColumns(layer.groups);
  }

  /**
   * @param covariates without activity, the customer did nothing; without traits, the customer has none
   * @param baseLogit log-odds of the orders on day `today`
   * @returns the value to add to them
   */
  read(covariates: Covariates, customer: number, today: number, baseLogit: number): number {
    const { groups, traits, renewalDays, center, spread, base, coefficients, shift } = this.layer;
    const { row, effects } = this;
    const context = { groups, traits, horizonDays: this.horizonDays, renewalDays };
    writeBehaviour(covariates, customer, today, context, { out: row, at: 0 });
    effects.fill(0);
    for (let j = 0; j < row.length; j++) {
      row[j] = inDeviations(row[j]!, center[j]!, spread[j]!);
      effects[this.groupOf[j]!]! += coefficients[j]! * row[j]!;
    }
    const scaled = (baseLogit - base.center) / base.spread;
    for (let k = 0; k < this.products.length; k++) {
      const at = row.length + k;
      effects[this.groupOf[at]!]! += coefficients[at]! * row[this.products[k]!]! * scaled;
    }
    let sum = shift;
    for (let group = 0; group < effects.length; group++) sum += effects[group]!;
    return sum;
  }

  /**
   * Says whether the customer's score rises whenever that of the orders does, if the customer does nothing and keeps the traits of today.
   */
  isRising({ traits }: Covariates, customer: number, today: number): boolean {
    const [low, high] = [-1, 1];
    return this.read({ traits }, customer, today, high) + high > this.read({ traits }, customer, today, low) + low;
  }
}
