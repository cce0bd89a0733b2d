import { refuseUnknownFields, unknownName } from './unknown-name.js';

describe('a name that a request must not contain', () => {
  it.each([
    ['limits', 'limit'],
    ['churnLabel', 'churn_label'],
    ['churn-label', 'churn_label'],
    ['curser', 'cursor'],
    ['limti', 'limit'],
  ])('%s is refused with the name that was meant: %s', (name, meant) => {
    const message = `there is no query parameter ${name}: did you mean ${meant}?`;
    expect(unknownName('query parameter', name, ['churn_label', 'cursor', 'limit'])).toEqual({ field: name, code: 'unknown', message });
  });

  it.each(['page', 'to', 'x', '', '__proto__', 'constructor', 'l'.repeat(5000)])(
    '%s is refused without a guess when nothing is like it',
    (name) => {
      const { field, message } = unknownName('field', name, ['limit', 'cursor', 'id']);
      expect(message).toBe(`there is no field ${field}`);
      expect(field).toBe(name.slice(0, 80));
    },
  );

  it('is refused with the place where it belongs', () => {
    const elsewhere = { dry_run: '?dry_run=true in the URL' };
    expect(() => refuseUnknownFields({ events: [], dryRun: true }, ['events'], elsewhere)).toThrow(
      'there is no field dryRun: did you mean ?dry_run=true in the URL?',
    );
    expect(() => refuseUnknownFields({ events: [] }, ['events'], elsewhere)).not.toThrow();
  });

  it('is one of at most 20 that an answer lists, however many there are', () => {
    const body = Object.fromEntries(Array.from({ length: 400_000 }, (_, i) => [`backfilx${i}`, 1]));
    const began = performance.now();
    const details = Array.from({ length: 20 }, () => expect.objectContaining({ code: 'unknown' }) as object);
    expect(() => refuseUnknownFields(body, ['backfill'])).toThrow(expect.objectContaining({ details }));
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('is refused together with all others', () => {
    expect(() => refuseUnknownFields({ a: 1, b: 2 }, ['c'])).toThrow('there is no field a; there is no field b');
  });
});
