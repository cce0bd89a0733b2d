import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { areSignedWith, type PresentedSignature, readSignatures } from './webhook-signature.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const UNIX_NOW = NOW.getTime() / 1000;
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const BODY = Buffer.from('{"event_id":"e-1"}');

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice('whsec_'.length), 'base64');
const hexOf = (body: Buffer, key: string | Buffer = SECRET): string => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
const v1Of = (id: string, timestamp: number | string, body: Buffer, secret = SECRET): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;

const standard = (fields: { id?: string; timestamp?: number | string; signature?: string } = {}): NodeJS.Dict<string[]> => {
  const { id = 'msg_1', timestamp = UNIX_NOW } = fields;
  return {
    'webhook-id': [id],
    'webhook-timestamp': [String(timestamp)],
    'webhook-signature': [fields.signature ?? v1Of(id, timestamp, BODY)],
  };
};

/** Reads and checks signatures in the same way as the guard. */
const isGood = (headers: NodeJS.Dict<string[]>, body = BODY, secrets: readonly string[] = [SECRET]): boolean => {
  const read = readSignatures(headers, NOW);
  return read !== null && areSignedWith(secrets, read, body);
};

describe('a signature over the body', () => {
  it.each(['x-webhook-signature', 'x-service-signature', 'x-hub-signature-256'])('can stand in %s', (name) => {
    expect(isGood({ [name]: [hexOf(BODY)] })).toBe(true);
    expect(isGood({ [name]: [hexOf(BODY)] }, Buffer.from(`${String(BODY)} `))).toBe(false);
  });

  it('can use the secret as text or as its bytes, and nothing else', () => {
    expect(isGood({ 'x-webhook-signature': [hexOf(BODY, keyOf(SECRET))] })).toBe(true);
    expect(isGood({ 'x-webhook-signature': [hexOf(BODY, SECRET.slice('whsec_'.length))] })).toBe(false);
    expect(isGood({ 'x-webhook-signature': [hexOf(BODY, '')] })).toBe(false);
  });

  it('can be in upper case', () => {
    expect(isGood({ 'x-webhook-signature': [`sha256=${hexOf(BODY).slice('sha256='.length).toUpperCase()}`] })).toBe(true);
  });

  const hex = hexOf(BODY).slice('sha256='.length);
  it.each([
    ['empty', ''],
    ['without its name', hex],
    ['of nothing', 'sha256='],
    ['a digit short', `sha256=${hex.slice(1)}`],
    ['a digit long', `sha256=${hex}0`],
    ['not hex', `sha256=${'g'.repeat(64)}`],
    ['in base64', `sha256=${Buffer.from(hex, 'hex').toString('base64')}`],
    ['of another hash', `sha1=${hex}`],
    ['followed by a space', `sha256=${hex} `],
    ['followed by a line', `sha256=${hex}\n`],
    ['a list', `sha256=${hex}, sha256=${hex}`],
    ['enormous', `sha256=${hex.repeat(1000)}`],
  ])('is invalid when it is %s', (_what, value) => {
    expect(readSignatures({ 'x-webhook-signature': [value] }, NOW)).toBeNull();
  });

  it('is invalid when it was sent twice, even if both are equal', () => {
    expect(readSignatures({ 'x-webhook-signature': [hexOf(BODY), hexOf(BODY)] }, NOW)).toBeNull();
  });

  it('covers any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(isGood({ 'x-webhook-signature': [hexOf(Buffer.from(bytes))] }, Buffer.from(bytes))).toBe(true);
      }),
    );
  });
});

describe('the three headers of Standard Webhooks', () => {
  // From the examples of the specification's own libraries.
  it('verify the official examples', () => {
    const known: PresentedSignature = {
      kind: 'standard',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      digests: [Buffer.from('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', 'base64')],
    };
    expect(areSignedWith(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], [known], Buffer.from('{"test": 2432232314}'))).toBe(true);
  });

  it('are valid within five minutes before or after now', () => {
    for (const seconds of [0, 299, 300, -299, -300]) expect(isGood(standard({ timestamp: UNIX_NOW + seconds }))).toBe(true);
    for (const seconds of [301, -301, 86_400]) expect(isGood(standard({ timestamp: UNIX_NOW + seconds }))).toBe(false);
  });

  it('can contain several signatures, of which one must be valid', () => {
    const other = v1Of('msg_1', UNIX_NOW, BODY, `whsec_${randomBytes(32).toString('base64')}`);
    const good = v1Of('msg_1', UNIX_NOW, BODY);
    expect(isGood(standard({ signature: `${other} ${good}` }))).toBe(true);
    expect(isGood(standard({ signature: `v1a,AAAA v2,whatever ${good} ${other}` }))).toBe(true);
    expect(isGood(standard({ signature: other }))).toBe(false);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('are invalid without %s, and with two of it', (name) => {
    const headers = standard();
    expect(readSignatures({ ...headers, [name]: undefined }, NOW)).toBeNull();
    expect(readSignatures({ ...headers, [name]: [...(headers[name] ?? []), 'x'] }, NOW)).toBeNull();
  });

  it.each([
    ['a timestamp that is a date', { timestamp: NOW.toISOString() }],
    ['a timestamp in milliseconds', { timestamp: NOW.getTime() }],
    ['a negative timestamp', { timestamp: '-1' }],
    ['a timestamp with a fraction', { timestamp: `${UNIX_NOW}.5` }],
    ['a timestamp in hex', { timestamp: `0x${UNIX_NOW.toString(16)}` }],
    ['a timestamp that is not a number', { timestamp: 'NaN' }],
    ['an empty timestamp', { timestamp: '' }],
    ['an empty id', { id: '' }],
    ['an id of two words', { id: 'msg 1' }],
    ['an endless id', { id: 'x'.repeat(256) }],
    ['no signature', { signature: '' }],
    ['a signature without a version', { signature: v1Of('msg_1', UNIX_NOW, BODY).slice('v1,'.length) }],
    ['a signature of another version', { signature: v1Of('msg_1', UNIX_NOW, BODY).replace('v1', 'v2') }],
    ['a signature in hex', { signature: `v1,${createHmac('sha256', keyOf(SECRET)).update(BODY).digest('hex')}` }],
    ['a signature cut short', { signature: v1Of('msg_1', UNIX_NOW, BODY).slice(0, -2) }],
  ])('are invalid with %s', (_what, fields) => {
    expect(readSignatures(standard(fields), NOW)).toBeNull();
  });

  it('are invalid for another id, time or body', () => {
    const signature = v1Of('msg_1', UNIX_NOW, BODY);
    expect(isGood(standard({ id: 'msg_2', signature }))).toBe(false);
    expect(isGood(standard({ timestamp: UNIX_NOW + 1, signature }))).toBe(false);
    expect(isGood(standard({ signature }), Buffer.from('{}'))).toBe(false);
  });
});

describe('several signatures', () => {
  it('are valid together in any combination', () => {
    expect(isGood({ 'x-service-signature': [hexOf(BODY)], 'x-hub-signature-256': [hexOf(BODY)], ...standard() })).toBe(true);
  });

  it('are invalid when any of them is, so that none can bypass another', () => {
    const good = { 'x-webhook-signature': [hexOf(BODY)] };
    expect(isGood({ ...good, 'x-service-signature': ['sha256=00'] })).toBe(false);
    expect(isGood({ ...good, 'x-hub-signature-256': [hexOf(BODY, 'other')] })).toBe(false);
    expect(isGood({ ...good, ...standard({ timestamp: UNIX_NOW - 301 }) })).toBe(false);
  });
});

describe('a request without a signature', () => {
  it('is recognised as unsigned', () => {
    expect(readSignatures({}, NOW)).toBeNull();
    expect(readSignatures({ 'x-webhook-signature': [] }, NOW)).toBeNull();
  });

  it('is refused with any headers that do not sign it', () => {
    const name = fc.constantFrom('x-webhook-signature', 'x-service-signature', 'x-hub-signature-256', 'webhook-id', 'webhook-timestamp', 'webhook-signature'); // prettier-ignore
    const value = fc.oneof(fc.string(), fc.string().map((text) => `sha256=${text}`), fc.string().map((text) => `v1,${text}`), fc.stringMatching(/^[0-9a-f]{64}$/).map((text) => `sha256=${text}`)); // prettier-ignore
    fc.assert(
      fc.property(fc.dictionary(name, fc.array(value, { maxLength: 3 })), (headers) => {
        expect(isGood(headers)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a tenant that signs webhooks', () => {
  it('has two valid secrets during a rotation', () => {
    const older = `whsec_${randomBytes(32).toString('base64')}`;
    const headers = { 'x-webhook-signature': [hexOf(BODY, older)] };
    expect(isGood(headers, BODY, [SECRET, older])).toBe(true);
    expect(isGood(headers, BODY, [SECRET])).toBe(false);
  });

  it('without a secret cannot sign anything', () => {
    expect(isGood({ 'x-webhook-signature': [hexOf(BODY)] }, BODY, [])).toBe(false);
  });
});
