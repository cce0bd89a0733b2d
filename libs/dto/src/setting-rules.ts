import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';

/** Marks a field that may be absent and in which null has a meaning. With `IsOptional`, null means the same as absence. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_object, value) => value !== undefined);

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 80);

/** The values of settings are not secret, so the message about a wrong one shows it. */
export const settingRule = (name: string, allowed: string, isGood: (value: unknown) => boolean): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: isGood,
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the value'} is ${shown(args?.value)}: it must be ${allowed}`,
    },
  });

export const isWholeOrNull = (value: unknown, min: number, max: number): boolean =>
  value === null || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max);

/** A number of hours; never null. */
export const IsGraceHours = (max: number): PropertyDecorator =>
  settingRule('isGraceHours', `a whole number from 0 to ${max}`, (value) => value !== null && isWholeOrNull(value, 0, max));

/** Text or null. The rules for the text are checked elsewhere. */
export const IsTextOrNull = (): PropertyDecorator =>
  settingRule('isTextOrNull', 'text or null', (value) => value === null || typeof value === 'string');
