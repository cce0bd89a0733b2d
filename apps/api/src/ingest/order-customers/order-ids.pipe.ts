import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid, LIMITS } from '#libs/core';
import { refuseUnknownFields } from '#libs/dto';
import { textProblem } from '#libs/ingestion';

/** The orders to look for, each once. */
export class OrderIds {
  constructor(readonly list: readonly string[]) {}
}

const { ordersPerLookUp: LIMIT } = LIMITS;
const ALLOWED = `an array of 1 to ${LIMIT} order ids, as in data.order_id of events`;

/** Validates the body `{"order_ids": […]}`. */
@Injectable()
export class OrderIdsPipe implements PipeTransform<unknown, OrderIds> {
  transform(body: unknown): OrderIds {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw invalid('body', 'invalid_type', 'the body must be a JSON object with the field order_ids');
    refuseUnknownFields(body, ['order_ids']);
    const { order_ids: ids } = body as Record<string, unknown>;
    if (!Array.isArray(ids)) throw invalid('order_ids', 'invalid_type', `order_ids is not an array: it must be ${ALLOWED}`);
    if (ids.length === 0) throw invalid('order_ids', 'too_few', `order_ids is empty: it must be ${ALLOWED}`);
    if (ids.length > LIMIT) throw invalid('order_ids', 'too_many', `order_ids has ${ids.length} items: it must be ${ALLOWED}`);
    for (const [index, id] of ids.entries()) {
      const problem = textProblem(`order_ids[${index}]`, id);
      if (problem !== null) throw invalid(`order_ids[${index}]`, problem.code, problem.error);
    }
    return new OrderIds([...new Set(ids as string[])]);
  }
}
