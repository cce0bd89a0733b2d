import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid, type PlanId, PLANS } from '#libs/core';
import { refuseUnknownFields } from '#libs/dto';

/** The events of one request. Each is validated separately, so that one bad event does not reject the others. */
export interface EventBatch {
  readonly events: readonly unknown[];
  readonly backfill: boolean;
  /** This batch is the last one of a backfill. */
  readonly backfillDone: boolean;
}

const FIELDS = ['events', 'backfill', 'backfill_done'];
/** A dry run that stored everything would be a bad surprise. */
const IN_THE_URL = { dry_run: '?dry_run=true in the URL' };

/** Validates the batch itself. `null` in an optional field means the same as its absence. */
@Injectable()
export class EventBatchPipe implements PipeTransform<unknown, EventBatch> {
  transform(body: unknown): EventBatch {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw invalid('body', 'invalid_type', 'the body must be a JSON object with the field events, an array of 1 or more events');
    }
    const { events } = body as Record<string, unknown>;
    if (!Array.isArray(events)) {
      throw invalid(
        'events',
        'invalid_type',
        `events is ${events === undefined ? 'missing' : 'not an array'}: it must be an array of 1 or more events`,
      );
    }
    if (events.length === 0) throw invalid('events', 'too_few', 'events is empty: it must hold 1 or more events');
    refuseUnknownFields(body, FIELDS, IN_THE_URL);
    const backfill = (body as Record<string, unknown>)['backfill'] ?? false;
    const backfillDone = (body as Record<string, unknown>)['backfill_done'] ?? false;
    if (typeof backfill !== 'boolean') throw invalid('backfill', 'invalid_type', 'backfill must be true or false, or absent');
    if (typeof backfillDone !== 'boolean') throw invalid('backfill_done', 'invalid_type', 'backfill_done must be true or false, or absent');
    if (backfillDone && !backfill) throw invalid('backfill_done', 'not_allowed', 'backfill_done needs backfill: true in the same batch');
    return { events, backfill, backfillDone };
  }
}

/** Events of one batch of an upload, on every plan: a person has fewer requests than a server. */
const MOST_UPLOADED = 1000;

/** @throws AppError `validation_error` when there are more events than the plan allows in one batch. */
export function eventsWithin(plan: PlanId | 'upload', { events }: EventBatch): readonly unknown[] {
  const { maxBatch, where } =
    plan === 'upload'
      ? { maxBatch: MOST_UPLOADED, where: 'of an upload' }
      : { maxBatch: PLANS[plan].maxBatch, where: `on the ${PLANS[plan].name} plan` };
  if (events.length <= maxBatch) return events;
  throw invalid('events', 'too_many', `events has ${events.length} items: a batch ${where} has at most ${maxBatch}`);
}
