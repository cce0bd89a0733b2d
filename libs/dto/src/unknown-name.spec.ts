import { refuseUnknownFields, refuseUnknownParameters } from './unknown-name.js';

describe('a name that a request must not contain', () => {
  const PARAMETERS = ['churn_label', 'cursor', 'limit', 'min_score', 'late_since_from', 'last_order_from'];

  it.each([
    ['limits', 'limit'],
    ['churnLabel', 'churn_label'],
    ['churn-label', 'churn_label'],
    ['curser', 'cursor'],
    ['limti', 'limit'],
    ['label', 'churn_label'],
    ['score_min', 'min_score'],
    ['scoreMin', 'min_score'],
  ])('%s is refused with the name that was meant: %s', (name, meant) => {
    const message = `there is no query parameter ${name}: did you mean ${meant}?`;
    expect(() => refuseUnknownParameters({ [name]: 1 }, PARAMETERS)).toThrow(
      expect.objectContaining({ code: 'invalid_query', message, details: [{ field: name, code: 'unknown', message }] }),
    );
  });

  it.each(['page', 'to', 'from', 'x', '', 'constructor', 'l'.repeat(5000)])(
    '%s is refused with all that are allowed when it can mean none of them, or several',
    (name) => {
      const field = name.slice(0, 80);
      const details = [{ field, code: 'unknown', message: `there is no query parameter ${field}` }];
      const message = `there is no query parameter ${field}; allowed are ${PARAMETERS.join(', ')}`;
      expect(() => refuseUnknownParameters({ [name]: 1 }, PARAMETERS)).toThrow(expect.objectContaining({ message, details }));
    },
  );

  it('is refused without a list where nothing is allowed', () => {
    expect(() => refuseUnknownParameters({ dry_run: 'true' }, [])).toThrow(
      expect.objectContaining({ message: 'there is no query parameter dry_run' }),
    );
  });

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
    expect(() => refuseUnknownFields({ a: 1, b: 2 }, ['c'])).toThrow('there is no field a; there is no field b; allowed are c');
  });
});
