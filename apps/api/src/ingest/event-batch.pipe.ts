import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid, isUuid, type PlanId, PLANS } from '#libs/core';
import { refuseUnknownFields } from '#libs/dto';

/** The events of one request. Each is validated separately, so that one bad event does not reject the others. */
export interface EventBatch {
  readonly events: readonly unknown[];
  readonly backfill: boolean;
  /** This batch is the last one of a backfill. */
  readonly backfillDone: boolean;
  /** The upload that the events belong to. */
  readonly uploadId: string | null;
  /** This batch is the last one of the upload. */
  readonly uploadDone: boolean;
}

const FIELDS = ['events', 'backfill', 'backfill_done', 'upload_id', 'upload_done'];
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
    const backfill = flagIn(body, 'backfill');
    const backfillDone = flagIn(body, 'backfill_done');
    if (backfillDone && !backfill) throw invalid('backfill_done', 'not_allowed', 'backfill_done needs backfill: true in the same batch');
    const uploadId = (body as Record<string, unknown>)['upload_id'] ?? null;
    if (uploadId !== null && (typeof uploadId !== 'string' || !isUuid(uploadId)))
      throw invalid('upload_id', 'invalid_type', `upload_id is ${shown(uploadId)}: it must be the id of one of your uploads, or absent`);
    const uploadDone = flagIn(body, 'upload_done');
    if (uploadDone && uploadId === null) throw invalid('upload_done', 'not_allowed', 'upload_done needs upload_id in the same batch');
    return { events, backfill, backfillDone, uploadId, uploadDone };
  }
}

function flagIn(body: object, field: string): boolean {
  const flag = (body as Record<string, unknown>)[field] ?? false;
  if (typeof flag !== 'boolean') throw invalid(field, 'invalid_type', `${field} must be true or false, or absent`);
  return flag;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 80);

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
