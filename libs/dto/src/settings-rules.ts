import { LIMITS, OUTBOUND_EVENT_TYPES, readTimeZone } from '#libs/core';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';

/** A field that may be left out. Unlike `IsOptional` it does not let null through: null means something here, or is refused. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_object, value) => value !== undefined);

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 80);

/** The values of settings are no secrets, so a sentence about a wrong one shows it. */
const rule = (name: string, allowed: string, isGood: (value: unknown) => boolean): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: isGood,
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the value'} is ${shown(args?.value)}: it must be ${allowed}`,
    },
  });

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

export const IsCurrency = (): PropertyDecorator =>
  rule('isCurrency', 'an ISO 4217 code in upper case, such as EUR', (value) => typeof value === 'string' && CURRENCIES.has(value));

export const IsTimeZone = (): PropertyDecorator =>
  rule('isTimeZone', 'an IANA name, such as Europe/Berlin', (value) => typeof value === 'string' && readTimeZone(value) !== null);

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
  rule('isLabelThresholds', `null, or medium < high < critical, each from ${LOWEST} to ${HIGHEST} ${FOUR_DECIMALS}`, isLabelThresholds);

const wholeOrNull = (value: unknown, min: number, max: number): boolean =>
  value === null || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max);

export const IsHorizonDays = (): PropertyDecorator =>
  rule('isHorizonDays', `null, or a whole number from ${LIMITS.horizonDays.min} to ${LIMITS.horizonDays.max}`, (value) =>
    wholeOrNull(value, LIMITS.horizonDays.min, LIMITS.horizonDays.max),
  );

/** A number of hours; never null. */
export const IsGraceHours = (max: number): PropertyDecorator =>
  rule('isGraceHours', `a whole number from 0 to ${max}`, (value) => value !== null && wholeOrNull(value, 0, max));

export const IsScoreDelta = (): PropertyDecorator =>
  rule(
    'isScoreDelta',
    `null, or a number from ${LIMITS.scoreDelta.min} to ${LIMITS.scoreDelta.max} ${FOUR_DECIMALS}`,
    (value) => value === null || isFourDecimals(value, LIMITS.scoreDelta.min, LIMITS.scoreDelta.max),
  );

const EVENT_TYPES: readonly unknown[] = OUTBOUND_EVENT_TYPES;

export const IsEventTypes = (): PropertyDecorator =>
  rule(
    'isEventTypes',
    `a list of at least one of ${OUTBOUND_EVENT_TYPES.join(', ')}, each once`,
    (value) =>
      Array.isArray(value) && value.length > 0 && new Set(value).size === value.length && value.every((type) => EVENT_TYPES.includes(type)),
  );

/** Text or null; what the text has to be is judged where its rules are. */
export const IsTextOrNull = (): PropertyDecorator =>
  rule('isTextOrNull', 'text or null', (value) => value === null || typeof value === 'string');

export const IsTrueOrFalse = (): PropertyDecorator => rule('isTrueOrFalse', 'true or false', (value) => typeof value === 'boolean');
