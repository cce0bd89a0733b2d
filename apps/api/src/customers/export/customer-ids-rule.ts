import { LIMITS } from '#libs/core';
import { textProblem } from '#libs/ingestion';
import { ValidateBy, type ValidationArguments } from 'class-validator';

const { customers } = LIMITS.segments;
const ALLOWED = `a list of 1 to ${customers} of your customer ids`;

function problemOf(value: unknown): string | null {
  if (!Array.isArray(value)) return `customer_ids is not a list: it must be ${ALLOWED}`;
  if (value.length === 0 || value.length > customers) return `customer_ids has ${value.length} items: it must be ${ALLOWED}`;
  for (const [index, id] of value.entries()) {
    const problem = textProblem(`customer_ids[${index}]`, id);
    if (problem !== null) return problem.error;
  }
  return null;
}

/** A list of identifiers of customers, as they are sent in events. */
export const IsCustomerIds = (): PropertyDecorator =>
  ValidateBy({
    name: 'isCustomerIds',
    validator: {
      validate: (value: unknown) => problemOf(value) === null,
      defaultMessage: (args?: ValidationArguments) => problemOf(args?.value) ?? '',
    },
  });
