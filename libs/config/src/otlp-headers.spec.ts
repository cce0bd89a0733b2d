import { readOtlpHeaders } from './otlp-headers.js';

describe('headers for a collector of traces', () => {
  it('are read as OpenTelemetry writes them', () => {
    expect(readOtlpHeaders('api-key=abc, authorization=Bearer%20x=y')).toEqual({ 'api-key': 'abc', authorization: 'Bearer x=y' });
  });

  it.each(['', 'key', 'a b=c', 'key=%E0%A4%A', 'key=two words'])('are none in %j', (text) => expect(readOtlpHeaders(text)).toBeNull());
});
