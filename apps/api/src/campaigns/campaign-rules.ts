import {
  isCategoryList,
  CAMPAIGN_TRIGGERS,
  CONDITION_DAY,
  CONDITION_RANGES,
  CONSENTS,
  CONTROL_GROUPS,
  isConditionDay,
  isEmptyRange,
  LABELS,
  LIFECYCLES,
  LIMITS,
} from '#libs/core';
import { ValidateBy, type ValidationArguments } from 'class-validator';

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 80);

/** @param problemOf returns what is wrong with the value, which follows the field's name in the message; null when it is valid. */
const rule = (name: string, problemOf: (value: unknown) => string | null): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => problemOf(value) === null,
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the value'}${problemOf(args?.value) ?? ''}`,
    },
  });

const mustBe =
  (allowed: string, isGood: (value: unknown) => boolean) =>
  (value: unknown): string | null =>
    isGood(value) ? null : ` is ${shown(value)}: it must be ${allowed}`;

const isWhole = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

/** A whole number. Null is allowed only where it has a meaning. */
export const IsWhole = (min: number, max: number, { orNull = false } = {}): PropertyDecorator =>
  rule(
    'isWhole',
    mustBe(
      `${orNull ? 'null, or ' : ''}a whole number from ${min} to ${max}`,
      (value) => (orNull && value === null) || isWhole(value, min, max),
    ),
  );

const isOneOf = (value: unknown, allowed: readonly unknown[]): boolean => allowed.includes(value);

export const IsOneOf = (allowed: readonly string[]): PropertyDecorator =>
  rule(
    'isOneOf',
    mustBe(`one of ${allowed.join(', ')}`, (value) => isOneOf(value, allowed)),
  );

export const IsTriggerOrNull = (): PropertyDecorator =>
  rule(
    'isTrigger',
    mustBe(`null, or one of ${CAMPAIGN_TRIGGERS.join(', ')}`, (value) => value === null || isOneOf(value, CAMPAIGN_TRIGGERS)),
  );

const isNumber = (value: unknown, max: number): boolean => typeof value === 'number' && value >= 0 && value <= max;
const isListOf = (value: unknown, allowed: readonly string[]): boolean =>
  Array.isArray(value) && value.length > 0 && new Set(value).size === value.length && value.every((each) => isOneOf(each, allowed));
const listOf = (allowed: readonly string[]): ((value: unknown) => string | null) =>
  mustBe(`null, or a list of at least one of ${allowed.join(', ')}, each once`, (value) => value === null || isListOf(value, allowed));

const CATEGORIES = mustBe(
  `null, or a list of 1 to ${LIMITS.conditions.categories} categories, each once and of 1 to ${LIMITS.items.categoryLength} characters`,
  (value) => value === null || isCategoryList(value),
);

const SCORE = mustBe('null, or a number from 0 to 1', (value) => value === null || isNumber(value, 1));
const MONEY = mustBe(
  `null, or a number from 0 to ${LIMITS.campaign.money}`,
  (value) => value === null || isNumber(value, LIMITS.campaign.money),
);

const DAY = mustBe(`null, or ${CONDITION_DAY}`, (value) => value === null || isConditionDay(value));
const ORDERS = mustBe(
  `null, or a whole number from 0 to ${LIMITS.conditions.orders}`,
  (value) => value === null || isWhole(value, 0, LIMITS.conditions.orders),
);

const TRUE = mustBe('null, or true', (value) => value === null || value === true);

type Fields = Readonly<Record<string, (value: unknown) => string | null>>;

const COST = mustBe(
  `a number from 0 to ${LIMITS.campaign.contactCost}`,
  (value) => value === undefined || isNumber(value, LIMITS.campaign.contactCost),
);

const { arms: ARMS } = LIMITS.campaign;

const ARM_FIELDS: Fields = {
  name: mustBe(
    `one line of 1 to ${ARMS.nameLength} characters`,
    (value) => isLine(value) && value.trim() !== '' && Array.from(value.trim()).length <= ARMS.nameLength,
  ),
  text: mustBe(
    `null, or text of at most ${ARMS.textLength} characters`,
    (value) => value === null || (typeof value === 'string' && value.isWellFormed() && Array.from(value).length <= ARMS.textLength),
  ),
  contact_cost: COST,
  redemption_cost: COST,
};

const isLine = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(value);

function problemInArms(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > ARMS.max || value.length === 1)
    return ` is ${shown(value)}: it must be an empty list, or a list of ${ARMS.min} to ${ARMS.max} offers`;
  const names = new Set<string>();
  for (const [place, arm] of value.entries()) {
    const problem = problemIn(ARM_FIELDS, arm) ?? (Object.hasOwn(arm as object, 'name') ? null : '.name is missing');
    if (problem !== null) return `[${place}]${problem}`;
    const name = (arm as { readonly name: string }).name.trim();
    if (names.has(name.toLowerCase())) return `[${place}].name is ${shown(name)}: another offer has this name`;
    names.add(name.toLowerCase());
  }
  return null;
}

/** The offers of a campaign. */
export const IsArms = (): PropertyDecorator => rule('isArms', problemInArms);

/** A number between two bounds. */
export const IsBetween = (min: number, max: number): PropertyDecorator =>
  rule(
    'isBetween',
    mustBe(`a number from ${min} to ${max}`, (value) => typeof value === 'number' && value >= min && value <= max),
  );

const FILTER_FIELDS: Fields = {
  labels: listOf(LABELS),
  min_score: SCORE,
  max_score: SCORE,
  lifecycle: listOf(LIFECYCLES),
  entered_since: DAY,
  late_since_from: DAY,
  late_since_to: DAY,
  last_order_from: DAY,
  last_order_to: DAY,
  orders_min: ORDERS,
  orders_max: ORDERS,
  spend_min: MONEY,
  spend_max: MONEY,
  marketing_consent: listOf(CONSENTS),
  bought: CATEGORIES,
  never_bought: CATEGORIES,
};

const SEGMENT_FIELDS: Fields = { ...FILTER_FIELDS, control_group: listOf(CONTROL_GROUPS) };

const AUDIENCE_FIELDS: Fields = {
  ...FILTER_FIELDS,
  min_monetary: MONEY,
  min_revenue_at_risk: MONEY,
  worth_contacting: TRUE,
  segment: mustBe('null, or the id of one of your segments', (value) => value === null || isSegmentId(value)),
};

const isSegmentId = (value: unknown): boolean => typeof value === 'string' && value.length <= LIMITS.segments.idLength;

const RANGES = [['min_score', 'max_score'], ...CONDITION_RANGES] as const;

const isPlace = (value: unknown): value is string | number => typeof value === 'number' || typeof value === 'string';

function problemIn(fields: Fields, value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ` is ${shown(value)}: it must be an object`;
  const given = value as Record<string, unknown>;
  for (const [field, content] of Object.entries(given)) {
    const problemOf = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (problemOf === undefined) return ` has no field ${field.slice(0, 80)}: allowed are ${Object.keys(fields).join(', ')}`;
    const problem = problemOf(content);
    if (problem !== null) return `.${field}${problem}`;
  }
  for (const [first, last] of RANGES) {
    const [from, to] = [given[first], given[last]];
    if (isPlace(from) && isPlace(to) && isEmptyRange(from, to, new Date()))
      return `.${first} is ${shown(from)}: it must not be ${typeof from === 'number' ? 'more than' : 'after'} ${last}, which is ${shown(to)}`;
  }
  return null;
}

export const IsAudience = (): PropertyDecorator => rule('isAudience', (value) => problemIn(AUDIENCE_FIELDS, value));

/** The conditions of a segment, at least one. */
export const IsSegmentFilter = (): PropertyDecorator =>
  rule('isSegmentFilter', (value) => {
    const problem = problemIn(SEGMENT_FIELDS, value);
    if (problem !== null || Object.values(value as object).some((content) => content !== null)) return problem;
    return ` has no condition: it must have at least one of ${Object.keys(SEGMENT_FIELDS).join(', ')}`;
  });
