import { createHash } from 'node:crypto';
import { presentsSignature, readPlatformHeaders } from './platform-headers.js';

const DIGEST = createHash('sha256').update('body').digest();
const SIGNATURE = DIGEST.toString('base64');

const read = (headers: Record<string, string | string[]>): ReturnType<typeof readPlatformHeaders> =>
  readPlatformHeaders(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()])));

describe('the headers of a platform', () => {
  it.each([
    [
      'generic',
      {
        'X-Storefront-Hmac-SHA256': SIGNATURE,
        'X-Storefront-Topic': 'orders/create',
        'X-Storefront-Shop-Domain': 'mary.example',
        'X-Storefront-Event-Id': 'e-1',
      },
    ],
    [
      'shopify',
      {
        'X-Shopify-Hmac-Sha256': SIGNATURE,
        'X-Shopify-Topic': 'orders/create',
        'X-Shopify-Shop-Domain': 'mary.example',
        'X-Shopify-Webhook-Id': 'w-1',
        'X-Shopify-Event-Id': 'e-1',
      },
    ],
    [
      'shopify',
      {
        'shopify-hmac-sha256': SIGNATURE,
        'shopify-topic': 'orders/create',
        'shopify-shop-domain': 'mary.example',
        'shopify-event-id': 'e-1',
      },
    ],
    [
      'shopline',
      {
        'X-Shopline-Hmac-Sha256': SIGNATURE,
        'X-Shopline-Topic': 'orders/create',
        'X-Shopline-Shop-Domain': 'mary.example',
        'X-Shopline-Webhook-Id': 'e-1',
      },
    ],
  ])('of %s are read', (family, headers) => {
    expect(read(headers)).toEqual({ family, digest: DIGEST, topic: 'orders/create', shop: 'mary.example', eventId: 'e-1', sentAt: null });
  });

  it('of woocommerce are read without an event id, since all deliveries of a second have the same', () => {
    const headers = {
      'X-WC-Webhook-Signature': SIGNATURE,
      'X-WC-Webhook-Topic': 'orders/create',
      'X-WC-Webhook-Source': 'mary.example',
      'X-WC-Webhook-Delivery-ID': 'e-1',
    };
    expect(read(headers)).toMatchObject({ family: 'woocommerce', shop: 'mary.example', eventId: null });
  });

  it('are read only from the family that has the signature', () => {
    expect(
      read({ 'X-Shopify-Hmac-Sha256': SIGNATURE, 'X-Storefront-Topic': 'app/uninstalled', 'X-WC-Webhook-Source': 'b.example' }),
    ).toEqual({
      family: 'shopify',
      digest: DIGEST,
      topic: null,
      shop: null,
      eventId: null,
      sentAt: null,
    });
  });

  it.each([
    ['base64', SIGNATURE],
    ['hex', DIGEST.toString('hex')],
    ['upper-case hex', DIGEST.toString('hex').toUpperCase()],
    ['hex with its name', `sha256=${DIGEST.toString('hex')}`],
  ])('can contain the signature as %s', (_, signature) => expect(read({ 'X-Storefront-Hmac-SHA256': signature })?.digest).toEqual(DIGEST));

  it.each([
    ['empty', ''],
    ['too short', SIGNATURE.slice(0, -4)],
    ['too long', `${SIGNATURE}AAAA`],
    ['base64url', DIGEST.toString('base64url')],
    ['base64 of 33 bytes', Buffer.alloc(33).toString('base64')],
    ['hex of 31 bytes', DIGEST.toString('hex').slice(2)],
    ['named base64', `sha256=${SIGNATURE}`],
    ['followed by another', `${SIGNATURE}, ${SIGNATURE}`],
    ['of another digest', `sha512=${DIGEST.toString('hex')}`],
  ])('are null when the signature is %s', (_, signature) => expect(read({ 'X-Storefront-Hmac-SHA256': signature })).toBeNull());

  it('are null when an important one was sent twice', () => {
    expect(read({ 'X-Storefront-Hmac-SHA256': [SIGNATURE, SIGNATURE] })).toBeNull();
    expect(read({ 'X-Storefront-Hmac-SHA256': SIGNATURE, 'X-Storefront-Shop-Domain': ['a.example', 'b.example'] })).toBeNull();
  });

  it('give no event id when its value cannot be one', () => {
    expect(read({ 'X-Storefront-Hmac-SHA256': SIGNATURE, 'X-Storefront-Event-Id': 'x'.repeat(129) })?.eventId).toBeNull();
  });

  it('give the time of the event if it is valid', () => {
    const sentAt = (text: string): unknown => read({ 'X-Storefront-Hmac-SHA256': SIGNATURE, 'X-Storefront-Triggered-At': text })?.sentAt;
    expect(sentAt('2026-11-21T10:00:00.123456789Z')).toEqual(new Date('2026-11-21T10:00:00.123Z'));
    expect([sentAt('now'), sentAt('1'), sentAt('2026-99-99T00:00:00Z')]).toEqual([null, null, null]);
  });

  it('show whether the request has a signature at all', () => {
    expect([{}, { 'x-wc-webhook-topic': ['ping'] }, { 'x-wc-webhook-signature': ['?'] }].map(presentsSignature)).toEqual([
      false,
      false,
      true,
    ]);
  });
});
