import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid, LIMITS } from '#libs/core';
import { refuseUnknownFields } from '#libs/dto';
import { textProblem } from '#libs/ingestion';

/** The identifiers to look for, each once. */
export class IdList {
  constructor(readonly list: readonly string[]) {}
}

const { ordersPerLookUp: LIMIT } = LIMITS;

/** Validates a body with one list of identifiers. */
abstract class IdListPipe implements PipeTransform<unknown, IdList> {
  /** @param kind of identifiers, for errors */
  constructor(
    private readonly field: string,
    private readonly kind: string,
  ) {}

  transform(body: unknown): IdList {
    const { field } = this;
    const allowed = `an array of 1 to ${LIMIT} ${this.kind} of events`;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw invalid('body', 'invalid_type', `the body must be a JSON object with the field ${field}`);
    refuseUnknownFields(body, [field]);
    const ids = (body as Record<string, unknown>)[field];
    if (!Array.isArray(ids)) throw invalid(field, 'invalid_type', `${field} is not an array: it must be ${allowed}`);
    if (ids.length === 0) throw invalid(field, 'too_few', `${field} is empty: it must be ${allowed}`);
    if (ids.length > LIMIT) throw invalid(field, 'too_many', `${field} has ${ids.length} items: it must be ${allowed}`);
    for (const [index, id] of ids.entries()) {
      const problem = textProblem(`${field}[${index}]`, id);
      if (problem !== null) throw invalid(`${field}[${index}]`, problem.code, problem.error);
    }
    return new IdList([...new Set(ids as string[])]);
  }
}

/** Validates the body `{"order_ids": […]}`. */
@Injectable()
export class OrderIdsPipe extends IdListPipe {
  constructor() {
    super('order_ids', 'order ids, as in data.order_id');
  }
}

/** Validates the body `{"customer_ids": […]}`. */
@Injectable()
export class CustomerIdsPipe extends IdListPipe {
  constructor() {
    super('customer_ids', 'customer ids, as in customer_id');
  }
}
