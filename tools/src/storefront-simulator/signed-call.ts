import { createHash, createHmac } from 'node:crypto';

/** The platform that the header names belong to. */
export type HeaderFamily = 'storefront' | 'shopify' | 'shopline' | 'woocommerce';

/** The header values of one delivery. */
export interface DeliveryFacts {
  readonly topic: string;
  readonly shop: string;
  readonly eventId: string;
  readonly triggeredAt: Date;
}

/** Returns the headers of a delivery. They include the signature of the body with the app's secret. */
export function signedHeaders(family: HeaderFamily, delivery: DeliveryFacts, body: string, secret: string): Record<string, string> {
  const { topic, shop, eventId, triggeredAt } = delivery;
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  const common = { 'Content-Type': 'application/json' };
  switch (family) {
    case 'storefront':
    case 'shopify':
    case 'shopline': {
      const prefix = { storefront: 'X-Storefront', shopify: 'X-Shopify', shopline: 'X-Shopline' }[family];
      return {
        ...common,
        [`${prefix}-Hmac-Sha256`]: signature,
        [`${prefix}-Topic`]: topic,
        [`${prefix}-Shop-Domain`]: shop,
        [`${prefix}-Event-Id`]: eventId,
        [`${prefix}-Triggered-At`]: triggeredAt.toISOString(),
      };
    }
    case 'woocommerce':
      return {
        ...common,
        'X-WC-Webhook-Signature': signature,
        'X-WC-Webhook-Topic': topic,
        'X-WC-Webhook-Source': `https://${shop}/`,
        // All deliveries of a second have the same id there.
        'X-WC-Webhook-Delivery-ID': createHash('md5')
          .update(String(Math.floor(triggeredAt.getTime() / 1000)))
          .digest('hex'),
      };
  }
}

/** Returns the signed query of a redirect. The signature is the hex HMAC of the other parameters, sorted, with spaces as %20. */
export function signedQuery(parameters: Readonly<Record<string, string>>, secret: string): string {
  const sorted = new URLSearchParams(Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const text = sorted.toString().replaceAll('+', '%20');
  return `${text}&hmac=${createHmac('sha256', secret).update(text).digest('hex')}`;
}
