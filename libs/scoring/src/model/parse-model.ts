import { productColumns, columnCountOf } from '../behaviour/behaviour-columns.js';
import type { PredictorGroup } from '../behaviour/behaviour-columns.js';
import type { BehaviourLayer } from '../behaviour/behaviour-layer.js';
import { KNOTS, type TraitScale } from '../behaviour/trait-scale.js';
import { BEHAVIOUR_GROUPS } from '../orders/activity.js';
import { isTraitGroup, traitName } from '../orders/traits.js';
import { REASON_GROUPS } from './reason-groups.js';
import type { Bands } from './label.js';
import { DESIGN_COLUMNS } from './design-row.js';
import { LEAVES_PER_TREE, SPLITS_PER_TREE } from './forest.js';
import type { Forest } from './forest.js';
import type { Learner, Share } from './learner.js';
import type { MbgParameters } from './mbg-nbd.js';
import { MODEL_FAMILIES } from './model.js';
import type { SpendParameters } from './gamma-gamma.js';
import type { SpendModel } from './order-value.js';
import type { FitFacts, Model, Outlook, RegularCustomer } from './model.js';
import type { GapQuantiles, ShopRhythm } from './rhythm/rhythm.js';

type Fields = Readonly<Record<string, unknown>>;

interface Range {
  readonly from: number;
  readonly to: number;
}

const POSITIVE: Range = { from: Number.MIN_VALUE, to: Number.MAX_VALUE };
const COUNT: Range = { from: 0, to: Number.MAX_SAFE_INTEGER };
const ANY: Range = { from: -Number.MAX_VALUE, to: Number.MAX_VALUE };
const LONGEST_HORIZON_DAYS = 3650;

/**
 * The model that `JSON.stringify` once wrote, with every number checked, so that a damaged row cannot become a score.
 *
 * @param json the parsed JSON
 * @throws RangeError naming the field, what it holds and what it must be
 */
export function parseModel(json: unknown): Model {
  const fields = toFields(json, 'model');
  const family = MODEL_FAMILIES.find((each) => each === fields.family);
  if (family === undefined) throw refusal('model.family', fields.family, `one of ${MODEL_FAMILIES.join(', ')}`);
  return {
    family,
    version: toText(fields.version, 'model.version'),
    horizonDays: toNumber(fields.horizonDays, 'model.horizonDays', { from: 1, to: LONGEST_HORIZON_DAYS }),
    bands: toBands(fields.bands),
    mbg: toMbgParameters(fields.mbg),
    learner: fields.learner === null ? null : toLearner(fields.learner),
    behaviour: fields.behaviour == null ? null : toBehaviourLayer(fields.behaviour),
    spend: fields.spend === null ? null : toSpend(fields.spend),
    // Models of earlier versions have none of these: they score until the next fit, compared with what MBG/NBD calls usual.
    regular: fields.regular == null ? null : toRegularCustomer(fields.regular),
    rhythm: fields.rhythm == null ? null : toRhythm(fields.rhythm),
    outlook: fields.outlook == null ? null : toOutlook(fields.outlook),
    fit: fields.fit === null ? null : toFitFacts(fields.fit),
  };
}

function toBands(json: unknown): Bands {
  const { medium, high, critical } = toFields(json, 'model.bands');
  const probability = { from: 0, to: 1 };
  return {
    medium: toNumber(medium, 'model.bands.medium', probability),
    high: toNumber(high, 'model.bands.high', probability),
    critical: toNumber(critical, 'model.bands.critical', probability),
  };
}

function toMbgParameters(json: unknown): MbgParameters {
  const { r, alpha, a, b } = toFields(json, 'model.mbg');
  return {
    r: toNumber(r, 'model.mbg.r', POSITIVE),
    alpha: toNumber(alpha, 'model.mbg.alpha', POSITIVE),
    a: toNumber(a, 'model.mbg.a', POSITIVE),
    b: toNumber(b, 'model.mbg.b', POSITIVE),
  };
}

function toFitFacts(json: unknown): FitFacts {
  const fields = toFields(json, 'model.fit');
  const day = { from: -1e7, to: 1e7 };
  return {
    today: toNumber(fields.today, 'model.fit.today', day),
    firstDay: toNumber(fields.firstDay, 'model.fit.firstDay', day),
    customers: toNumber(fields.customers, 'model.fit.customers', COUNT),
    orderDays: toNumber(fields.orderDays, 'model.fit.orderDays', COUNT),
    rows: toNumber(fields.rows, 'model.fit.rows', COUNT),
    returns: toNumber(fields.returns, 'model.fit.returns', COUNT),
    // Models of earlier versions do not know; no evidence is the careful answer.
    stayedAway: toNumber(fields.stayedAway ?? 0, 'model.fit.stayedAway', COUNT),
    returned: toNumber(fields.returned ?? 0, 'model.fit.returned', COUNT),
    meanScore: toNumber(fields.meanScore, 'model.fit.meanScore', { from: 0, to: 1 }),
  };
}

function toSpend(json: unknown): SpendModel {
  const { cap, parameters } = toFields(json, 'model.spend');
  return { cap: toNumber(cap, 'model.spend.cap', POSITIVE), parameters: parameters === null ? null : toSpendParameters(parameters) };
}

function toSpendParameters(json: unknown): SpendParameters {
  const { p, q, gamma } = toFields(json, 'model.spend.parameters');
  return {
    p: toNumber(p, 'model.spend.parameters.p', POSITIVE),
    q: toNumber(q, 'model.spend.parameters.q', POSITIVE),
    gamma: toNumber(gamma, 'model.spend.parameters.gamma', POSITIVE),
  };
}

function toRegularCustomer(json: unknown): RegularCustomer {
  const { effects, logit, orderDays, spend, spanDays } = toFields(json, 'model.regular');
  return {
    effects: toColumn(effects, 'model.regular.effects', ANY, REASON_GROUPS.length),
    logit: toNumber(logit, 'model.regular.logit', ANY),
    orderDays: toNumber(orderDays, 'model.regular.orderDays', COUNT),
    spend: spend === null ? null : toNumber(spend, 'model.regular.spend', { from: 0, to: Number.MAX_VALUE }),
    spanDays: toNumber(spanDays, 'model.regular.spanDays', COUNT),
  };
}

function toRhythm(json: unknown): ShopRhythm {
  const { typicalGapDays, lnGapVariance, next, second, gaps, returned } = toFields(json, 'model.rhythm');
  return {
    typicalGapDays: toNumber(typicalGapDays, 'model.rhythm.typicalGapDays', POSITIVE),
    lnGapVariance: toNumber(lnGapVariance, 'model.rhythm.lnGapVariance', POSITIVE),
    next: next === null ? null : toQuantiles(next, 'model.rhythm.next'),
    second: toQuantiles(second, 'model.rhythm.second'),
    gaps: toNumber(gaps, 'model.rhythm.gaps', COUNT),
    returned: toNumber(returned, 'model.rhythm.returned', COUNT),
  };
}

function toOutlook(json: unknown): Outlook {
  const { days90, days365 } = toFields(json, 'model.outlook');
  return { days90: toNumber(days90, 'model.outlook.days90', POSITIVE), days365: toNumber(days365, 'model.outlook.days365', POSITIVE) };
}

function toQuantiles(json: unknown, name: string): GapQuantiles {
  const { p20, p50, p80 } = toFields(json, name);
  return {
    p20: toNumber(p20, `${name}.p20`, POSITIVE),
    p50: toNumber(p50, `${name}.p50`, POSITIVE),
    p80: toNumber(p80, `${name}.p80`, POSITIVE),
  };
}

function toLearner(json: unknown): Learner {
  const fields = toFields(json, 'model.learner');
  const { gapDays, lnSpend } = toFields(fields.habits, 'model.learner.habits');
  const scales = toFields(fields.scales, 'model.learner.scales');
  return {
    habits: {
      gapDays: toNumber(gapDays, 'model.learner.habits.gapDays', POSITIVE),
      lnSpend: lnSpend === null ? null : toNumber(lnSpend, 'model.learner.habits.lnSpend', ANY),
    },
    scales: {
      center: toColumn(scales.center, 'model.learner.scales.center', ANY),
      spread: toColumn(scales.spread, 'model.learner.scales.spread', { from: 0, to: Number.MAX_VALUE }),
    },
    intercept: toNumber(fields.intercept, 'model.learner.intercept', ANY),
    coefficients: toColumn(fields.coefficients, 'model.learner.coefficients', ANY),
    linear: toShare(fields.linear, 'model.learner.linear'),
    forest: fields.forest === null ? null : toForest(fields.forest),
    trees: toShare(fields.trees, 'model.learner.trees'),
    longestSilenceDays: toNumber(fields.longestSilenceDays, 'model.learner.longestSilenceDays', { from: 0, to: Number.MAX_SAFE_INTEGER }),
  };
}

function toBehaviourLayer(json: unknown): BehaviourLayer {
  const name = 'model.behaviour';
  const fields = toFields(json, name);
  if (!Array.isArray(fields.groups) || !Array.isArray(fields.gains)) throw refusal(`${name}.groups`, fields.groups, 'a list, as gains is');
  const groups = fields.groups.map((each, i) => toGroup(each, `${name}.groups[${i}]`));
  const [columnCount, base] = [columnCountOf(groups), toFields(fields.base, `${name}.base`)];
  const anyZero = { from: 0, to: Number.MAX_VALUE };
  return {
    groups,
    traits: toTraitScales(fields.traits ?? [], groups, `${name}.traits`),
    renewalDays: toNumber(fields.renewalDays, `${name}.renewalDays`, POSITIVE),
    center: toColumn(fields.center, `${name}.center`, ANY, columnCount),
    spread: toColumn(fields.spread, `${name}.spread`, anyZero, columnCount),
    base: { center: toNumber(base.center, `${name}.base.center`, ANY), spread: toNumber(base.spread, `${name}.base.spread`, POSITIVE) },
    coefficients: toColumn(fields.coefficients, `${name}.coefficients`, ANY, columnCount + productColumns(groups).length),
    shift: toNumber(fields.shift, `${name}.shift`, ANY),
    regular: toColumn(fields.regular, `${name}.regular`, ANY, groups.length),
    gains: fields.gains.map((each: unknown, i) => {
      const { group, logLossBefore, logLossAfter } = toFields(each, `${name}.gains[${i}]`);
      return {
        group: toGroup(group, `${name}.gains[${i}].group`),
        logLossBefore: toNumber(logLossBefore, `${name}.gains[${i}].logLossBefore`, anyZero),
        logLossAfter: toNumber(logLossAfter, `${name}.gains[${i}].logLossAfter`, anyZero),
      };
    }),
  };
}

function toTraitScales(json: unknown, groups: readonly PredictorGroup[], name: string): TraitScale[] {
  const scales = (Array.isArray(json) ? json : []).map((each: unknown, i) => {
    const { name: trait, knots } = toFields(each, `${name}[${i}]`);
    return { name: toText(trait, `${name}[${i}].name`), knots: toColumn(knots, `${name}[${i}].knots`, ANY, KNOTS) };
  });
  const names = groups.filter(isTraitGroup).map(traitName);
  if (names.join() === scales.map((scale) => scale.name).join()) return scales;
  throw refusal(name, json, `the scales of ${names.join(', ') || 'no trait'}`);
}

function toGroup(json: unknown, name: string): PredictorGroup {
  if (typeof json === 'string' && isTraitGroup(json)) return json;
  const group = BEHAVIOUR_GROUPS.find((each) => each === json);
  if (group === undefined) throw refusal(name, json, `one of ${BEHAVIOUR_GROUPS.join(', ')}, or trait: and a name`);
  return group;
}

function toShare(json: unknown, name: string): Share {
  const { weight, shift } = toFields(json, name);
  return { weight: toNumber(weight, `${name}.weight`, { from: 0, to: 1 }), shift: toNumber(shift, `${name}.shift`, ANY) };
}

function toForest(json: unknown): Forest {
  const { predictor, threshold, mean, leaf } = toFields(json, 'model.learner.forest');
  const trees = Array.isArray(leaf) ? leaf.length / LEAVES_PER_TREE : 0;
  const column = (name: string, each: unknown, perTree: number, range: Range): number[] =>
    toColumn(each, `model.learner.forest.${name}`, range, trees * perTree);
  return {
    predictor: column('predictor', predictor, SPLITS_PER_TREE, { from: -1, to: DESIGN_COLUMNS - 1 }),
    threshold: column('threshold', threshold, SPLITS_PER_TREE, ANY),
    mean: column('mean', mean, SPLITS_PER_TREE, ANY),
    leaf: column('leaf', leaf, LEAVES_PER_TREE, ANY),
  };
}

function toColumn(json: unknown, name: string, range: Range, length = DESIGN_COLUMNS): number[] {
  if (!Array.isArray(json) || json.length !== length) throw refusal(name, json, `${length} numbers`);
  return json.map((each, i) => toNumber(each, `${name}[${i}]`, range));
}

function toFields(json: unknown, name: string): Fields {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Fields;
  throw refusal(name, json, 'an object');
}

function toText(json: unknown, name: string): string {
  if (typeof json === 'string' && json !== '') return json;
  throw refusal(name, json, 'a text');
}

function toNumber(json: unknown, name: string, { from, to }: Range): number {
  if (typeof json === 'number' && json >= from && json <= to) return json;
  throw refusal(name, json, `a number from ${from} to ${to}`);
}

const LONGEST_QUOTE = 60;

const refusal = (name: string, json: unknown, wanted: string): RangeError =>
  new RangeError(`${name} must be ${wanted}, and is ${(JSON.stringify(json) ?? 'missing').slice(0, LONGEST_QUOTE)}`);
