import fc from 'fast-check';
import { AppError } from '#libs/core';
import { CustomWebhookPipe } from './custom-webhook.pipe.js';
import { eventsWithin } from './event-batch.pipe.js';

const pipe = new CustomWebhookPipe();
const event = { event_id: 'e-1', customer_id: 'c-1' };

describe('the body of a custom webhook', () => {
  it.each([
    ['a batch', { events: [event, event] }, [event, event]],
    ['a bare array', [event, event], [event, event]],
    ['one event', event, [event]],
    ['one invalid event, which is validated like any other', {}, [{}]],
    ['an array of anything', [null, 5], [null, 5]],
  ])('can be %s', (_what, body, events) => {
    expect(pipe.transform(body).events).toEqual(events);
  });

  it('can be imported history', () => {
    expect(pipe.transform({ events: [event], backfill: true }).backfill).toBe(true);
    expect(pipe.transform(event).backfill).toBe(false);
  });

  it.each([
    ['null', null, 'body'],
    ['a text', 'event', 'body'],
    ['a number', 5, 'body'],
    ['an empty array', [], 'events'],
    ['a batch without events', { events: null }, 'events'],
    ['an empty batch', { events: [] }, 'events'],
  ])('is refused whole when it is %s', (_what, body, field) => {
    expect(() => pipe.transform(body)).toThrow(
      expect.objectContaining({ code: 'validation_error', details: [expect.objectContaining({ field })] }),
    );
  });

  it('contains at most as many events as the plan allows, in any of its forms', () => {
    const many = Array.from({ length: 101 }, () => event);
    expect(() => eventsWithin('starter', pipe.transform(many))).toThrow(
      'events has 101 items: a batch on the Starter plan has at most 100',
    );
    expect(eventsWithin('enterprise', pipe.transform(many))).toHaveLength(101);
  });

  it('is either accepted or refused for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const countEvents = (): number => {
          try {
            return eventsWithin('enterprise', pipe.transform(body)).length;
          } catch (error) {
            return error instanceof AppError && error.code === 'validation_error' ? 1 : 0;
          }
        };
        expect(countEvents()).toBeGreaterThan(0);
      }),
    );
  });
});
