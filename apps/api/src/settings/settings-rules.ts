import { allowedFieldsProblem, LIMITS, OUTBOUND_EVENT_TYPES, readTimeZone } from '#libs/core';
import { isWholeOrNull, settingRule } from '#libs/dto';
import { ValidateBy } from 'class-validator';
import { CUSTOMER_URL, isCustomerUrl } from '../customers/link/customer-url.js';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** The bounds of a currency and a time zone in the OpenAPI document. */
export const CURRENCY_CODE = { minLength: 3, maxLength: 3, pattern: '^[A-Z]{3}$' } as const;
export const ZONE_NAME = { minLength: 2, maxLength: 64 } as const;

export const IsCurrency = (): PropertyDecorator =>
  settingRule('isCurrency', 'an ISO 4217 code in upper case, such as EUR', (value) => typeof value === 'string' && CURRENCIES.has(value));

export const IsTimeZone = (): PropertyDecorator =>
  settingRule(
    'isTimeZone',
    'a canonical IANA name, such as Europe/Berlin',
    (value) => typeof value === 'string' && readTimeZone(value) !== null,
  );

const { min: LOWEST, max: HIGHEST } = LIMITS.scoreBound;
const FOUR_DECIMALS = 'with four decimals at most';

const isFourDecimals = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max && Number(value.toFixed(4)) === value;

function isLabelThresholds(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length !== 3) return false;
  const { medium, high, critical } = value as Record<string, unknown>;
  const [a, b, c] = [medium, high, critical].map((bound) => (isFourDecimals(bound, LOWEST, HIGHEST) ? bound : Number.NaN));
  return Number(a) < Number(b) && Number(b) < Number(c);
}

export const IsLabelThresholds = (): PropertyDecorator =>
  settingRule(
    'isLabelThresholds',
    `null, or medium < high < critical, each from ${LOWEST} to ${HIGHEST} ${FOUR_DECIMALS}`,
    isLabelThresholds,
  );

export const IsHorizonDays = (): PropertyDecorator =>
  settingRule('isHorizonDays', `null, or a whole number from ${LIMITS.horizonDays.min} to ${LIMITS.horizonDays.max}`, (value) =>
    isWholeOrNull(value, LIMITS.horizonDays.min, LIMITS.horizonDays.max),
  );

export const IsRetentionMonths = (): PropertyDecorator =>
  settingRule('isRetentionMonths', `null, or a whole number from ${LIMITS.retentionMonths.min} to ${LIMITS.retentionMonths.max}`, (value) =>
    isWholeOrNull(value, LIMITS.retentionMonths.min, LIMITS.retentionMonths.max),
  );

export const IsControlPercent = (): PropertyDecorator =>
  settingRule(
    'isControlPercent',
    `a whole number from 0 to ${LIMITS.campaign.controlPercent.max}`,
    (value) => value !== null && isWholeOrNull(value, 0, LIMITS.campaign.controlPercent.max),
  );

export const IsContactCost = (): PropertyDecorator =>
  settingRule(
    'isContactCost',
    `a number from 0 to ${LIMITS.campaign.contactCost} with two decimals at most`,
    (value) => typeof value === 'number' && value >= 0 && value <= LIMITS.campaign.contactCost && Number(value.toFixed(2)) === value,
  );

export const IsCustomerUrl = (): PropertyDecorator =>
  settingRule('isCustomerUrl', `null, or ${CUSTOMER_URL}`, (value) => value === null || isCustomerUrl(value));

export const IsScoreDelta = (): PropertyDecorator =>
  settingRule(
    'isScoreDelta',
    `null, or a number from ${LIMITS.scoreDelta.min} to ${LIMITS.scoreDelta.max} ${FOUR_DECIMALS}`,
    (value) => value === null || isFourDecimals(value, LIMITS.scoreDelta.min, LIMITS.scoreDelta.max),
  );

const EVENT_TYPES: readonly unknown[] = OUTBOUND_EVENT_TYPES;

export const IsEventTypes = (): PropertyDecorator =>
  settingRule(
    'isEventTypes',
    `a list of at least one of ${OUTBOUND_EVENT_TYPES.join(', ')}, each once`,
    (value) =>
      Array.isArray(value) && value.length > 0 && new Set(value).size === value.length && value.every((type) => EVENT_TYPES.includes(type)),
  );

export const IsTrueOrFalse = (): PropertyDecorator => settingRule('isTrueOrFalse', 'true or false', (value) => typeof value === 'boolean');

export const AreAllowedFields = (): PropertyDecorator =>
  ValidateBy({
    name: 'areAllowedFields',
    validator: {
      validate: (value: unknown) => allowedFieldsProblem(value) === null,
      defaultMessage: (args) => `allowed_data_fields ${allowedFieldsProblem(args?.value)}`,
    },
  });
