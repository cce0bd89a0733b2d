import type { Response } from 'express';
import { AppError, DATA_FIELDS, LIMITS } from '#libs/core';
import { type BatchReplyDto, type EventResultDto, likelyName } from '#libs/dto';
import type { ErrorDto } from '../http/errors/error.dto.js';
import { EVENT_FIELDS, type ItemOutcome } from '#libs/ingestion';
import { toErrorBody } from '../http/errors/error.filter.js';
import { requestIdOf } from '../http/request/request-context.js';

export function toBatchReply(outcomes: readonly ItemOutcome[]): BatchReplyDto {
  const count = (kind: ItemOutcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  const warnings = warningsOf(outcomes);
  return {
    accepted: count('accepted'),
    rejected: count('rejected'),
    duplicates: count('duplicate'),
    results: outcomes.map(toResult),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Names in one answer. A batch may have a thousand events, and the sender chooses the names. */
const NAMES_SHOWN = 20;

/** The values of `data` that are read, and what they must be. */
const READ: Readonly<Record<string, string>> = {
  placed_at: 'an ISO 8601 date and time with Z or an offset, not in the future',
  refunded_total: 'a number of 0 or more',
  test: 'true or false',
  items: `an array of at most ${LIMITS.items.count} objects, each with a category of 1 to ${LIMITS.items.categoryLength} characters or none`,
  orders: 'the number of orders that a customer_history sums up',
  spent: 'the sum of the orders of a customer_history, whose `value` counts for nothing',
  until: 'the end of the time that a customer_history sums up',
};

/** Each sentence is about all events: unknown fields, values that cannot be read, fields that are not stored, ids that do not name a customer, e-mail addresses, what is not said of orders, and other currencies. */
const warningsOf = (outcomes: readonly ItemOutcome[]): string[] => [
  ...unknownFields(outcomes),
  ...unreadValues(outcomes),
  ...unstoredFields(outcomes),
  ...placeholderCustomers(outcomes),
  ...mailedCustomers(outcomes),
  ...missingFields(outcomes),
  ...foreignAmounts(outcomes),
];

function unknownFields(outcomes: readonly ItemOutcome[]): string[] {
  const unknown = outcomes.flatMap(({ unknown: names }) => (names === undefined ? [] : [names]));
  if (unknown.length === 0) return [];
  return [`events have unknown fields in ${countOf(unknown)} that count for nothing: ${listed(unknown.flat(), EVENT_FIELDS)}`];
}

function unreadValues(outcomes: readonly ItemOutcome[]): string[] {
  const unread = outcomes.flatMap((outcome) => (outcome.kind === 'rejected' || outcome.unread === undefined ? [] : [outcome.unread]));
  if (unread.length === 0) return [];
  const names = [...new Set(unread.flat())].toSorted().map((name) => `${name} must be ${READ[name] ?? 'another value'}`);
  return [`data has values in ${countOf(unread)} that cannot be read and count for nothing: ${names.join('; ')}`];
}

const countOf = (events: readonly unknown[]): string => (events.length === 1 ? '1 event' : `${events.length} events`);

function unstoredFields(outcomes: readonly ItemOutcome[]): string[] {
  const leftOut = outcomes.flatMap((outcome) => (outcome.kind === 'rejected' || outcome.leftOut.length === 0 ? [] : [outcome.leftOut]));
  if (leftOut.length === 0) return [];
  return [
    `data has fields in ${countOf(leftOut)} that are not stored: ${listed(leftOut.flat(), FIELDS_OF_DATA)} left out. Settings can allow names (allowed_data_fields), but never personal data`,
  ];
}

function placeholderCustomers(outcomes: readonly ItemOutcome[]): string[] {
  const ids = outcomes.flatMap((outcome) =>
    outcome.kind === 'rejected' || outcome.placeholder === undefined ? [] : [outcome.placeholder],
  );
  if (ids.length === 0) return [];
  const shown = listed(ids.map((id) => JSON.stringify(id)));
  return [
    `customer_id in ${countOf(ids)} looks like a placeholder: ${shown}. All events with one customer_id are one customer: send the id of the person, or leave guests out`,
  ];
}

/** Shows no address: warnings are written to logs. */
function mailedCustomers(outcomes: readonly ItemOutcome[]): string[] {
  const mailed = outcomes.filter((outcome) => outcome.kind !== 'rejected' && outcome.isMail === true);
  if (mailed.length === 0) return [];
  return [`customer_id in ${countOf(mailed)} is an e-mail address: send an identifier that names no person, such as your customer number`];
}

const MISSING = [
  [
    'order_completed.value',
    (events: string) =>
      `value is missing in order_completed in ${events}: the orders count, but sums of money leave them out unless another event of the order has it`,
  ],
  [
    'order_refunded.order_id',
    (events: string) => `data.order_id is missing in order_refunded in ${events}: the refunded order is not known, so it still counts`,
  ],
  [
    'order_cancelled.order_id',
    (events: string) => `data.order_id is missing in order_cancelled in ${events}: the cancelled order is not known, so it still counts`,
  ],
] as const;

function missingFields(outcomes: readonly ItemOutcome[]): string[] {
  return MISSING.flatMap(([name, sentence]) => {
    const missing = outcomes.filter((outcome) => outcome.kind !== 'rejected' && outcome.missing === name);
    return missing.length === 0 ? [] : [sentence(countOf(missing))];
  });
}

function foreignAmounts(outcomes: readonly ItemOutcome[]): string[] {
  const foreign = outcomes.flatMap((outcome) => (outcome.kind === 'rejected' || outcome.foreign === undefined ? [] : [outcome.foreign]));
  const [first] = foreign;
  if (first === undefined) return [];
  const named = listed(foreign.map(({ currency }) => currency));
  return [
    `data.currency in ${countOf(foreign)} is ${named}, and that of your settings is ${first.shopCurrency}: the orders count, and sums of money leave them out`,
  ];
}

const FIELDS_OF_DATA = [...DATA_FIELDS];

/** @param known names that the sender may have meant */
function listed(texts: readonly string[], known: readonly string[] = []): string {
  const names = [...new Set(texts)].toSorted();
  const shown = names.slice(0, NAMES_SHOWN).map((name) => {
    // A value can be left out, too: then the name is known.
    const meant = known.includes(name) ? undefined : likelyName(name, known);
    return meant === undefined ? name : `${name} (did you mean ${meant}?)`;
  });
  return shown.join(', ') + (names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '');
}

function toResult(outcome: ItemOutcome): EventResultDto {
  const item = { event_id: outcome.eventId, status: outcome.kind, index: outcome.index };
  switch (outcome.kind) {
    case 'accepted':
      return outcome.corrected === true ? { ...item, corrected: true } : item;
    case 'duplicate':
      return outcome.conflict ? { ...item, conflict: true } : item;
    case 'rejected':
      return { ...item, error: outcome.error, code: outcome.code };
  }
}

/** The answer to a batch without an accepted event: an error body that still lists every item. */
export function refusalOf(reply: BatchReplyDto, response: Response): ErrorDto & BatchReplyDto {
  const [first] = reply.results;
  const message =
    reply.results.length === 1 ? String(first?.error) : `all ${reply.rejected} events were rejected; the first: ${first?.error}`;
  return Object.assign(toErrorBody(new AppError('validation_error', message), requestIdOf(response)), reply);
}

/** Answers a batch with its status: 202, 207 when some events were rejected, 400 when all were. */
export function answerBatch(outcomes: readonly ItemOutcome[], response: Response): object {
  const reply = toBatchReply(outcomes);
  if (reply.rejected === 0) return reply;
  if (reply.rejected < reply.results.length) return (response.status(207), reply);
  return (response.status(400), refusalOf(reply, response));
}
