import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, type VerifyOptions, WebhookVerificationError } from './verify-webhook.js';
import type { WebhookHeaders } from './webhook-headers.js';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const SECRET = newSecret();
const OTHER = newSecret();
const NOW = Date.parse('2026-11-21T12:00:00Z');
const EVENT = {
  customer_id: 'c-1 é',
  event: 'customer.high_risk.detected',
  label: 'high',
  model_version: 'mbg-prior-1.0/h90',
  score: 0.8123,
};
const BODY = JSON.stringify(EVENT);

const hex = (secret: string | Buffer, body: string | Buffer = BODY): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const ours = (signature = hex(SECRET), at = NOW): Record<string, string> => ({
  'X-Service-Signature': signature,
  'X-Service-Timestamp': String(Math.floor(at / 1000)),
});

/** A webhook that the reference implementation of Standard Webhooks signed. */
const standard = (secret = SECRET, at = NOW, body = BODY): Record<string, string> => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', new Date(at), body),
});

/** Returns why a webhook is refused; null for a valid one. */
function refusalOf(
  headers: WebhookHeaders,
  body: string | Uint8Array = BODY,
  secret: string | string[] = SECRET,
  options: VerifyOptions = {},
) {
  try {
    verifyWebhook(body, headers, secret, { now: NOW, ...options });
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

describe('a webhook of the service', () => {
  it('is read when it has either signature or both', () => {
    for (const headers of [ours(), standard(), { ...ours(), ...standard() }]) {
      expect(verifyWebhook(BODY, headers, SECRET, { now: NOW })).toEqual(EVENT);
    }
  });

  it('has a type that its event narrows', () => {
    const event = verifyWebhook(BODY, ours(), SECRET, { now: NOW });
    expect(event.event === 'customer.high_risk.detected' && event.score).toBe(0.8123);
  });

  it('may be a string, Buffer or bytes, with headers of any type and case', () => {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) expect(refusalOf(ours(), body)).toBeNull();
    const upper = Object.fromEntries(Object.entries(standard()).map(([name, value]) => [name.toUpperCase(), value]));
    const lower = Object.fromEntries(Object.entries(ours()).map(([name, value]) => [name.toLowerCase(), [value]]));
    for (const headers of [new Headers({ ...ours(), ...standard() }), upper, lower, { ...upper, ...lower, cookie: undefined }]) {
      expect(refusalOf(headers)).toBeNull();
    }
  });

  it('may be signed with the secret as text, or with the bytes that it encodes', () => {
    expect(refusalOf(ours(hex(Buffer.from(SECRET.slice('whsec_'.length), 'base64'))))).toBeNull();
    expect(refusalOf(ours(hex(SECRET.slice('whsec_'.length))))).toBe('invalid_signature');
    expect(refusalOf(ours(hex(SECRET).toUpperCase().replace('SHA256', 'sha256')))).toBeNull();
  });

  it.each([
    ['no signature', {}, 'missing_signature'],
    ['a timestamp alone', { 'X-Service-Timestamp': '1' }, 'missing_signature'],
    ['another secret', ours(hex(OTHER)), 'invalid_signature'],
    ['another secret, in the other way', standard(OTHER), 'invalid_signature'],
    ['no digest', ours('sha256='), 'invalid_signature'],
    ['a digest cut short', ours(hex(SECRET).slice(0, -1)), 'invalid_signature'],
    ['a digest in the other form', ours(standard()['webhook-signature']), 'invalid_signature'],
    ['two digests in one header', ours(`${hex(SECRET)}, ${hex(SECRET)}`), 'invalid_signature'],
    ['a signature of another version', { ...standard(), 'webhook-signature': 'v1a,AAAA' }, 'invalid_signature'],
    ['no id', { ...standard(), 'webhook-id': undefined }, 'invalid_signature'],
    ['another id', { ...standard(), 'webhook-id': 'msg_2' }, 'invalid_signature'],
    ['another time', { ...standard(), 'webhook-timestamp': String(NOW / 1000 + 1) }, 'invalid_signature'],
    ['one right and one wrong signature', { ...ours(), ...standard(OTHER) }, 'invalid_signature'],
    ['no time', { 'X-Service-Signature': hex(SECRET) }, 'invalid_timestamp'],
    ['a time that is none', { ...ours(), 'X-Service-Timestamp': '2026-11-21' }, 'invalid_timestamp'],
    ['a time long ago', ours(undefined, NOW - 301_000), 'outside_tolerance'],
    ['a time to come', standard(SECRET, NOW + 301_000), 'outside_tolerance'],
  ])('is refused with %s', (_what, headers, reason) => {
    expect(refusalOf(headers)).toBe(reason);
  });

  it('is refused when a byte of its body was changed', () => {
    for (const headers of [ours(), standard()]) {
      expect(refusalOf(headers, BODY.replace('0.8123', '0.1123'))).toBe('invalid_signature');
      expect(refusalOf(headers, `${BODY} `)).toBe('invalid_signature');
    }
  });

  it('may be as old as the tolerance allows', () => {
    expect(refusalOf(ours(undefined, NOW - 300_000))).toBeNull();
    expect(refusalOf(ours(undefined, NOW - 11_000), BODY, SECRET, { toleranceSeconds: 10 })).toBe('outside_tolerance');
    expect(refusalOf(ours(undefined, NOW - 3_600_000), BODY, SECRET, { toleranceSeconds: 3600 })).toBeNull();
    const now = ours(undefined, Date.now());
    expect(verifyWebhook(BODY, now, SECRET)).toEqual(EVENT);
  });

  it('is refused when it is signed but has no event', () => {
    for (const body of ['', 'x', '[]', 'null', '{"event":1}', Buffer.from([0x7b, 0xff, 0x7d])]) {
      expect(refusalOf(ours(hex(SECRET, Buffer.from(body))), body)).toBe('invalid_body');
    }
  });
});

describe('a change of the secret', () => {
  it('keeps webhooks valid for an endpoint with the old secret, the new one, or both', () => {
    const signed = {
      ...ours(hex(SECRET)),
      'X-Service-Signature-Previous': hex(OTHER),
      ...standard(),
      'webhook-signature': `${standard()['webhook-signature']} ${standard(OTHER)['webhook-signature']}`,
    };
    for (const secret of [SECRET, OTHER, [OTHER, SECRET]]) expect(refusalOf(signed, BODY, secret)).toBeNull();
    expect(refusalOf(signed, BODY, newSecret())).toBe('invalid_signature');
    expect(refusalOf(ours(hex(OTHER)), BODY, [SECRET, OTHER])).toBeNull();
  });
});

describe('a mistake in the calling code', () => {
  it.each([['parsed'], [undefined]])('throws a TypeError for a body that was parsed already', (body) => {
    expect(() => verifyWebhook({ body } as unknown as string, ours(), SECRET)).toThrow(/before any JSON parser/);
  });

  it.each(['', 'ck_live_x', 'whsec_', SECRET.slice(6)])('throws a TypeError for the secret %j', (secret) => {
    expect(() => verifyWebhook(BODY, ours(), secret)).toThrow(TypeError);
    expect(() => verifyWebhook(BODY, ours(), [SECRET, secret])).toThrow(/begins with whsec_/);
    expect(() => verifyWebhook(BODY, ours(), [])).toThrow(/begins with whsec_/);
  });
});
