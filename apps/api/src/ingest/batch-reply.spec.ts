import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Response } from 'express';
import type { ItemOutcome } from '#libs/ingestion';
import { refusalOf, toBatchReply } from './batch-reply.js';

const accepted = (index: number): ItemOutcome => ({ index, eventId: `e-${index}`, kind: 'accepted', leftOut: [] });
const duplicate = (index: number, conflict = false): ItemOutcome => ({
  index,
  eventId: `e-${index}`,
  kind: 'duplicate',
  conflict,
  leftOut: [],
});
const rejected = (index: number, eventId: string | null = `e-${index}`): ItemOutcome => ({
  index,
  eventId,
  kind: 'rejected',
  code: 'out_of_range',
  error: `value is -${index}: it must not be`,
  reason: 'value: it must not be',
});

function responseOf(requestId: string): Response {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader('X-Request-Id', requestId);
  return response as Response;
}

describe('the answer to a batch', () => {
  it('counts every event once and has a result for each in the order sent', () => {
    expect(toBatchReply([accepted(0), duplicate(1), rejected(2, null), duplicate(3, true), accepted(4)])).toEqual({
      accepted: 2,
      rejected: 1,
      duplicates: 2,
      results: [
        { event_id: 'e-0', status: 'accepted', index: 0 },
        { event_id: 'e-1', status: 'duplicate', index: 1 },
        { event_id: null, status: 'rejected', index: 2, error: 'value is -2: it must not be', code: 'out_of_range' },
        { event_id: 'e-3', status: 'duplicate', index: 3, conflict: true },
        { event_id: 'e-4', status: 'accepted', index: 4 },
      ],
    });
  });

  it('names once what was left out of all events', () => {
    const outcomes = [{ ...accepted(0), leftOut: ['phone', 'email'] }, { ...duplicate(1), leftOut: ['email'] }, accepted(2)];
    expect(toBatchReply(outcomes as ItemOutcome[]).warnings).toEqual([
      'data has fields in 2 events that are not stored: email, phone left out. Settings can allow names (allowed_data_fields), but never personal data',
    ]);
  });

  it('says what is missing of orders, once for each kind of event', () => {
    const outcomes: ItemOutcome[] = [
      { index: 0, eventId: 'e-0', kind: 'accepted', leftOut: [], missing: 'order_refunded.order_id' },
      { index: 1, eventId: 'e-1', kind: 'accepted', leftOut: [], missing: 'order_completed.value' },
      { index: 2, eventId: 'e-2', kind: 'duplicate', conflict: false, leftOut: [], missing: 'order_completed.value' },
    ];
    expect(toBatchReply(outcomes).warnings).toEqual([
      expect.stringMatching(/^value is missing in order_completed in 2 events: the orders count, but sums of money leave them out/),
      'data.order_id is missing in order_refunded in 1 event: the refunded order is not known, so it still counts',
    ]);
  });

  it('names customers that are placeholders', () => {
    const outcomes: ItemOutcome[] = [
      { index: 0, eventId: 'e-0', kind: 'accepted', leftOut: [], placeholder: 'guest' },
      { index: 1, eventId: 'e-1', kind: 'duplicate', conflict: false, leftOut: [], placeholder: '0' },
      { index: 2, eventId: 'e-2', kind: 'accepted', leftOut: [], placeholder: 'guest' },
      accepted(3),
    ];
    expect(toBatchReply(outcomes).warnings).toEqual([
      'customer_id in 3 events looks like a placeholder: "0", "guest". All events with one customer_id are one customer: send the id of the person, or leave guests out',
    ]);
  });

  it('says that customers are e-mail addresses, and shows none', () => {
    const outcomes: ItemOutcome[] = [{ index: 0, eventId: 'e-0', kind: 'accepted', leftOut: [], isMail: true }, accepted(1)];
    expect(toBatchReply(outcomes).warnings).toEqual([
      'customer_id in 1 event is an e-mail address: send an identifier that names no person, such as your customer number',
    ]);
  });

  it('says that amounts are in another currency than those of the shop', () => {
    const foreign = (index: number, currency: string): ItemOutcome => ({
      index,
      eventId: `e-${index}`,
      kind: 'accepted',
      leftOut: [],
      foreign: { currency, shopCurrency: 'EUR' },
    });
    expect(toBatchReply([foreign(0, 'USD'), accepted(1), foreign(2, 'GBP')]).warnings).toEqual([
      'data.currency in 2 events is GBP, USD, and that of your settings is EUR: the orders count, and sums of money leave them out',
    ]);
  });

  it('names the unknown fields of rejected events, one of which may be the missing one', () => {
    const outcome: ItemOutcome = { ...rejected(0), kind: 'rejected', code: 'required', error: '', reason: '', unknown: ['evnt_id'] };
    expect(toBatchReply([outcome]).warnings).toEqual([
      'events have unknown fields in 1 event that count for nothing: evnt_id (did you mean event_id?)',
    ]);
  });

  it('names fields that no event has, and the field that was most likely meant', () => {
    const outcomes: ItemOutcome[] = [
      { index: 0, eventId: 'e-0', kind: 'accepted', leftOut: ['curency', 'colour'], unknown: ['valeu', 'note'] },
      { index: 1, eventId: 'e-1', kind: 'duplicate', conflict: false, leftOut: [], unknown: ['valeu'] },
    ];
    expect(toBatchReply(outcomes).warnings).toEqual([
      'events have unknown fields in 2 events that count for nothing: note, valeu (did you mean value?)',
      'data has fields in 1 event that are not stored: colour, curency (did you mean currency?) left out. Settings can allow names (allowed_data_fields), but never personal data',
    ]);
  });

  it('names the values that count for nothing, and what they must be', () => {
    const outcomes: ItemOutcome[] = [
      { index: 0, eventId: 'e-0', kind: 'accepted', leftOut: [], unread: ['refunded_total'] },
      { index: 1, eventId: 'e-1', kind: 'duplicate', conflict: false, leftOut: [], unread: ['test', 'refunded_total'] },
    ];
    expect(toBatchReply(outcomes).warnings).toEqual([
      'data has values in 2 events that cannot be read and count for nothing: refunded_total must be a number of 0 or more; test must be true or false',
    ]);
  });

  it('is an error body with all results when all events are rejected', () => {
    const reply = toBatchReply([rejected(0), rejected(1)]);
    expect(refusalOf(reply, responseOf('r-1'))).toEqual({
      error: 'validation_error',
      message: 'all 2 events were rejected; the first: value is -0: it must not be',
      request_id: 'r-1',
      accepted: 0,
      rejected: 2,
      duplicates: 0,
      results: reply.results,
    });
  });

  it('has the error of the only event as its message', () => {
    expect(refusalOf(toBatchReply([rejected(7)]), responseOf('r-1')).message).toBe('value is -7: it must not be');
  });
});
