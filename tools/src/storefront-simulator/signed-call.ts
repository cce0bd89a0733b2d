import { createHmac } from 'node:crypto';

/** The platform whose header names are used. */
export type HeaderFamily = 'storefront' | 'shopify' | 'shopline' | 'woocommerce';

/** The values in the headers of one delivery. */
export interface Announced {
  readonly topic: string;
  readonly shop: string;
  readonly eventId: string;
  readonly triggeredAt: Date;
}

/** The headers of a delivery, its body signed with the secret of the app. */
export function signedHeaders(family: HeaderFamily, announced: Announced, body: string, secret: string): Record<string, string> {
  const { topic, shop, eventId, triggeredAt } = announced;
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
        'X-WC-Webhook-Delivery-ID': eventId,
      };
  }
}

/** The query of a redirect, signed: the hex HMAC of its other parameters, sorted, spaces as %20. */
export function signedQuery(parameters: Readonly<Record<string, string>>, secret: string): string {
  const sorted = new URLSearchParams(Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const text = sorted.toString().replaceAll('+', '%20');
  return `${text}&hmac=${createHmac('sha256', secret).update(text).digest('hex')}`;
}
