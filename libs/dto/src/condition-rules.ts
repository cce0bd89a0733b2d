import { CONDITION_DAY, isConditionDay } from '#libs/core';
import { ValidateBy } from 'class-validator';

/** A UTC day, or a number of days ago: `2026-11-21` or `7d`. */
export const IsConditionDay = (): PropertyDecorator =>
  ValidateBy({
    name: 'isConditionDay',
    validator: { validate: isConditionDay, defaultMessage: (args) => `${args?.property ?? 'the value'} must be ${CONDITION_DAY}` },
  });
