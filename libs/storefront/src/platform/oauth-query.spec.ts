import { createHmac } from 'node:crypto';
import { isSignedQuery } from './oauth-query.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECRET = 'the secret of the app';

/** Tells whether a query with these parameters and the signature of `text` is accepted. */
const passes = (text: string, query: Record<string, string>): boolean => {
  const sign = createHmac('sha256', SECRET).update(text).digest('hex');
  return isSignedQuery('shopline', new Map(Object.entries({ ...query, sign })), [SECRET], NOW);
};

describe('a query signed by Shopline', () => {
  const timestamp = String(NOW.getTime());
  const signed = `appkey=a&code=c&handle=mary&timestamp=${timestamp}`;

  it('is accepted with the signed parameters', () => {
    expect(passes(signed, { appkey: 'a', code: 'c', handle: 'mary', timestamp })).toBe(true);
    expect(passes(`code=c=&handle=mary&timestamp=${timestamp}`, { code: 'c=', handle: 'mary', timestamp })).toBe(true);
  });

  it.each([
    ['a value', { appkey: 'a&code=c', handle: 'mary', timestamp }],
    ['a name', { 'appkey=a&code': 'c', handle: 'mary', timestamp }],
  ])('is not when some of them are hidden in %s', (_where, query) => {
    expect(passes(signed, query)).toBe(false);
  });

  it('is refused when a part of a value moves into its name', () => {
    expect(passes(`code=c=d&handle=mary&timestamp=${timestamp}`, { 'code=c': 'd', handle: 'mary', timestamp })).toBe(false);
  });
});
