import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid, LIMITS } from '#libs/core';
import { refuseUnknownFields } from '#libs/dto';
import { textProblem } from '#libs/ingestion';

/** The scores to recalculate. */
export interface RecalculateInput {
  /** The tenant's own identifiers without repeats; null for all customers. */
  readonly externalIds: readonly string[] | null;
  readonly force: boolean;
}

const FIELDS = ['customer_ids', 'force'];
const { customersPerRecalculation: LIMIT } = LIMITS;
const ALLOWED = `an array of 1 to ${LIMIT} of your customer ids, or absent for all customers`;

/** Validates the body. Null means the same as absence. Unknown fields are refused: a misspelt `customer_ids` would mean all customers. */
@Injectable()
export class RecalculatePipe implements PipeTransform<unknown, RecalculateInput> {
  transform(body: unknown): RecalculateInput {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw invalid('body', 'invalid_type', 'the body must be a JSON object with the fields customer_ids and force, both optional');
    }
    refuseUnknownFields(body, FIELDS);
    const { customer_ids: ids, force: forced } = body as Record<string, unknown>;
    const force = forced ?? false;
    if (typeof force !== 'boolean') throw invalid('force', 'invalid_type', 'force must be true or false, or absent');
    return { externalIds: ids === undefined || ids === null ? null : validateIds(ids), force };
  }
}

function validateIds(ids: unknown): string[] {
  if (!Array.isArray(ids)) throw invalid('customer_ids', 'invalid_type', `customer_ids is not an array: it must be ${ALLOWED}`);
  if (ids.length === 0) throw invalid('customer_ids', 'too_few', `customer_ids is empty: it must be ${ALLOWED}`);
  if (ids.length > LIMIT) throw invalid('customer_ids', 'too_many', `customer_ids has ${ids.length} items: it must be ${ALLOWED}`);
  const unique = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const field = `customer_ids[${index}]`;
    const problem = textProblem(field, id);
    if (problem !== null) throw invalid(field, problem.code, problem.error);
    unique.add(id as string);
  }
  return [...unique];
}
