import { validateEvent } from './validate-event.js';

const NOW = new Date('2026-11-28T00:00:00Z');

const validated = (data: object) =>
  validateEvent({ event_id: 'e-1', customer_id: 'c-1', event_type: 'customer_updated', occurred_at: '2026-11-20T00:00:00Z', data }, NOW);
const consentOf = (data: object): unknown => {
  const result = validated(data);
  return result.kind === 'valid' ? result.event.consent : result.error;
};

describe('the marketing consent in an event', () => {
  it('counts from the event, or from its own time', () => {
    expect(consentOf({ accepts_marketing: true })).toEqual({ accepts: true, at: new Date('2026-11-20T00:00:00Z') });
    expect(consentOf({ accepts_marketing: false, accepts_marketing_updated_at: '2026-01-02T03:04:05+01:00' })).toEqual({
      accepts: false,
      at: new Date('2026-01-02T02:04:05Z'),
    });
  });

  it('is not said by an event without it, whatever its time', () => {
    expect(consentOf({})).toBeNull();
    expect(consentOf({ accepts_marketing: null, accepts_marketing_updated_at: '2026-01-02T03:04:05Z' })).toBeNull();
  });

  it.each([
    [{ accepts_marketing: 'yes' }, 'data.accepts_marketing is "yes": it must be true or false, or absent'],
    [{ accepts_marketing: 1 }, 'data.accepts_marketing is 1: it must be true or false, or absent'],
    [{ accepts_marketing: true, accepts_marketing_updated_at: 'soon' }, 'data.accepts_marketing_updated_at is "soon": it must be'],
    [{ accepts_marketing: true, accepts_marketing_updated_at: '2026-12-24T00:00:00Z' }, 'it must not be later than 5 minutes from now'],
  ])('%j is refused with the reason', (data, reason) => expect(consentOf(data)).toContain(reason));
});
