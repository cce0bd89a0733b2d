import { readOtlpHeaders } from './otlp-headers.js';

describe('the headers for a trace collector', () => {
  it('are read in the format of OpenTelemetry', () => {
    expect(readOtlpHeaders('api-key=abc, authorization=Bearer%20x=y')).toEqual({ 'api-key': 'abc', authorization: 'Bearer x=y' });
  });

  it.each(['', 'key', 'a b=c', 'key=%E0%A4%A', 'key=two words'])('are empty for %j', (text) => expect(readOtlpHeaders(text)).toBeNull());
});
