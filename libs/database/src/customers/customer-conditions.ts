import { type ControlGroup, type CustomerChoice, type CustomerConditions, DAY_MS, startOfConditionDay } from '#libs/core';
import { consentOf } from './consent.sql.js';
import { controlGroupBy, type ControlRules } from './control-groups.sql.js';

/** Conditions besides label and score. */
export interface ListedConditions extends CustomerConditions, Pick<CustomerChoice, 'among'> {
  readonly controls?: ControlCondition | null;
}

/** The control groups that customers may be in, and the rules that tell them. */
export interface ControlCondition extends ControlRules {
  readonly groups: readonly ControlGroup[];
}

const CONDITION_PARAMETERS = 19;

/**
 * Returns SQL that keeps the customers `c` who meet the conditions: `AND …`, with the parameters of `conditionParameters`.
 * `monetary_order` holds the negated sum of orders in hundredths.
 * @param first the position of the first parameter
 */
export function conditionsSql(first: number): string {
  const [
    among,
    lifecycle,
    entered,
    lateFrom,
    lateTo,
    orderFrom,
    orderTo,
    ordersMin,
    ordersMax,
    spendMin,
    spendMax,
    consents,
    bought,
    neverBought,
    groups,
    ...rules
  ] = Array.from({ length: CONDITION_PARAMETERS }, (_, index) => `$${first + index}`);
  return `
  AND (${among}::uuid[] IS NULL OR c.id = ANY (${among}))
  AND (${lifecycle}::text[] IS NULL OR c.lifecycle = ANY (${lifecycle}))
  AND (${entered}::timestamptz IS NULL OR c.high_risk_since >= ${entered})
  AND (${lateFrom}::date IS NULL OR c.late_since >= ${lateFrom}) AND (${lateTo}::date IS NULL OR c.late_since <= ${lateTo})
  AND (${orderFrom}::timestamptz IS NULL OR c.last_order_at >= ${orderFrom}) AND (${orderTo}::timestamptz IS NULL OR c.last_order_at < ${orderTo})
  AND (${ordersMin}::int IS NULL OR c.orders_count >= ${ordersMin}) AND (${ordersMax}::int IS NULL OR c.orders_count <= ${ordersMax})
  AND (${spendMin}::bigint IS NULL OR c.monetary_order <= -${spendMin}) AND (${spendMax}::bigint IS NULL OR c.monetary_order >= -${spendMax})
  AND (${consents}::text[] IS NULL OR ${consentOf('c')} = ANY (${consents}))
  AND (${bought}::text[] IS NULL OR ${categoriesIn(bought!)} = cardinality(${bought}))
  AND (${neverBought}::text[] IS NULL OR ${categoriesIn(neverBought!)} = 0)
  AND (${groups}::text[] IS NULL OR ${controlGroupBy('c.id', rules as [string, string, string, string])} = ANY (${groups}))`;
}

/** SQL: how many of the categories the customer has bought from. Needs the primary key of customer_categories. */
const categoriesIn = (categories: string): string =>
  `(SELECT count(*) FROM customer_categories k WHERE k.tenant_id = c.tenant_id AND k.customer_id = c.id AND k.category = ANY (${categories}))`;

/** @param now the instant that days ago are counted from */
export function conditionParameters(conditions: ListedConditions, now: Date): unknown[] {
  const day = (name: DayName): Date | null => (conditions[name] == null ? null : startOfConditionDay(conditions[name], now));
  const date = (name: DayName): string | null => day(name)?.toISOString().slice(0, 10) ?? null;
  const { lifecycle, orders_min: ordersMin, orders_max: ordersMax, spend_min: spendMin, spend_max: spendMax } = conditions;
  const lastDay = day('last_order_to');
  const { controls } = conditions;
  return [
    conditions.among ?? (controls?.groups.every((group) => group === 'campaign') === true ? controls.observed : null),
    lifecycle ?? null,
    day('entered_since'),
    date('late_since_from'),
    date('late_since_to'),
    day('last_order_from'),
    lastDay === null ? null : new Date(lastDay.getTime() + DAY_MS),
    ordersMin ?? null,
    ordersMax ?? null,
    spendMin == null ? null : Math.ceil(hundredths(spendMin)),
    spendMax == null ? null : Math.floor(hundredths(spendMax)),
    conditions.marketing_consent ?? null,
    conditions.bought ?? null,
    conditions.never_bought ?? null,
    controls?.groups ?? null,
    controls?.seed ?? null,
    controls?.percent ?? null,
    controls?.kept ?? null,
    controls?.observed ?? null,
  ];
}

type DayName = 'entered_since' | 'late_since_from' | 'late_since_to' | 'last_order_from' | 'last_order_to';

/** 0.57 × 100 is 56.99999999999999 as a double. */
const hundredths = (amount: number): number => Number((amount * 100).toFixed(4));
