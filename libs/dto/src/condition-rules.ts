import { CONDITION_DAY, isCategoryList, isConditionDay, LIMITS } from '#libs/core';
import { ValidateBy } from 'class-validator';

/** A UTC day, or a number of days ago: `2026-11-21` or `7d`. */
export const IsConditionDay = (): PropertyDecorator =>
  ValidateBy({
    name: 'isConditionDay',
    validator: { validate: isConditionDay, defaultMessage: (args) => `${args?.property ?? 'the value'} must be ${CONDITION_DAY}` },
  });

/** Checks a list of categories of items. */
export const IsCategories = (): PropertyDecorator =>
  ValidateBy({
    name: 'isCategories',
    validator: {
      validate: isCategoryList,
      defaultMessage: (args) =>
        `${args?.property ?? 'the value'} must be 1 to ${LIMITS.conditions.categories} categories, each once and of 1 to ${LIMITS.items.categoryLength} characters`,
    },
  });
