// The rooms, from the bottom up: what a room exports may use the rooms above it in this list.
export { toCivilDate } from './arithmetic/civil-date.js';
export { SeededRandom } from './arithmetic/seeded-random.js';
export { digamma, lbeta, lgamma, logaddexp } from './arithmetic/special-functions.js';

export {
  activityOfOne,
  type ActivityRow,
  BEHAVIOUR_GROUPS,
  type BehaviourGroup,
  LOOKBACK_DAYS,
  NO_ACTIVITY,
  SIGNALS,
  type Signal,
  SUBSCRIPTION_DAYS,
  typesOfGroups,
} from './orders/activity.js';
export { contactsOfOne } from './orders/contacts.js';
export { CarriedRounding, countedOutcomes, represented, seenRows } from './orders/stand-ins.js';
export { type EarlierOrders, earlierOfOne, NO_EARLIER } from './orders/earlier-orders.js';
export { countedOrders } from './orders/counted-orders.js';
export { type Features, featuresOf, featuresOfTotals, type OrderTotals, recentSince, totalsOf, withCovariates } from './orders/features.js';
export { SparseRowsBuilder } from './orders/sparse-rows.js';
export { type Covariates, customerCount, dayOf, NO_ORDERS, orderDaysOf, type OrderDays } from './orders/order-days.js';
export { isTraitGroup, type TraitChange, traitName, type Traits, traitsOfOne } from './orders/traits.js';
export type { OrderFacts } from './orders/order-facts.js';
export { historyOf, knownBy, noOrderAfter, spanOf, type Horizon } from './orders/past-orders.js';

export { DEFAULT_BANDS, isAtRisk, labelOf, type Bands } from './model/label.js';
export { placedAtMost } from './model/earlier/earlier-days.js';
export { withEarlierOrders } from './model/earlier/earlier-totals.js';
export { PRIOR_MBG } from './model/prior.js';
export { mbgNoOrderProbability, scoreMbg, type BuyingHistories, type BuyingHistory } from './model/mbg-nbd.js';
export type { PredictorGroup } from './behaviour/behaviour-columns.js';
export { coldStartModel, DEFAULT_HORIZON_DAYS, FIT_VERSION, type Model } from './model/model.js';
export { SLIPPING_SCORE } from './model/rhythm/rhythm.js';
export { REASON_FACTORS } from './model/reason-groups.js';
export { parseModel } from './model/parse-model.js';
export { scoreHistory } from './model/score-history.js';

export { explain, type Reason } from './explaining/explanation.js';
export { usualGapDays } from './explaining/fact.js';

export { confidenceText } from './scores/confidence.js';
export { CONTACT_LIFECYCLES, type ContactLifecycle, LIFECYCLES, type Lifecycle } from './scores/lifecycle.js';
export { countMoves, isNoMove, type LifecycleMove, lifecycleMoveOf, type LifecycleMoves, NO_MOVES } from './scores/lifecycle-moves.js';
export { nextOrder, type NextOrder } from './scores/next-order.js';
export { dueDay, type ReportedMove } from './scores/due-day.js';
export { driftAfter, isFirstAlarm, outboxEventsOf, type Circumstances, type OutboxEvent, type Previous } from './scores/outbox-events.js';
export { scoreCustomer, standingBy, type Scored, type ScoredLabel } from './scores/score-customer.js';
export { isNoChange, totalsChange, type Standing, type TotalsChange } from './scores/score-totals.js';

export { BLEND_SETTINGS, type BlendSettings } from './learning/blend-settings.js';
export { fitLogistic } from './learning/fit-logistic.js';
export { linearLogits } from './learning/linear-logits.js';

export { defaultHorizon, nextHorizon } from './fitting/default-horizon.js';
export { fitModel } from './fitting/fit-model.js';
export { buyingHistoriesOf, groupHistories, type GroupedHistories } from './fitting/group-histories.js';
export { byDifferences, minimise, type Objective } from './fitting/minimise.js';

export { equalWidthBins, type CalibrationBin } from './evaluation/calibration-bins.js';
export { gainsCurve, topDecileLift, type LiftPoint } from './evaluation/lift.js';
export { measure, type Metrics } from './evaluation/metrics.js';
export { isMatured, modelDayOf, namedDayOf, pastDays } from './evaluation/past-plan.js';
export { addPastWeeks, mostAtRisk, type PastNamed, type PastWeek, type PastWeeks, pastWeeks } from './evaluation/past-weeks.js';
export { revenueInterval, type RevenueOrigin } from './evaluation/revenue-interval.js';
export { qualityReport, type MaturedPredictions, type QualityReport } from './evaluation/quality-report.js';
export { replayQuality, type Replay } from './evaluation/replay-quality.js';

export { OrderCounter } from './watching/order-counts.js';
export { type ReturnWatch, watchReturns } from './watching/watch-returns.js';
