import type { StorefrontPlatform } from '#libs/core';

/** The headers of a platform's webhook. Only the signature is proven. */
export interface PlatformHeaders {
  /** The platform that owns the header names of the request. The generic platform has the canonical names. */
  readonly family: StorefrontPlatform;
  /** 32 bytes. */
  readonly digest: Buffer;
  readonly topic: string | null;
  /** The value as sent. */
  readonly shop: string | null;
  /** The platform's id of the event, or of the delivery when the event has none. */
  readonly eventId: string | null;
  /** The time of the event according to the platform. */
  readonly sentAt: Date | null;
}

interface Family {
  readonly platform: StorefrontPlatform;
  readonly signature: readonly string[];
  readonly topic: readonly string[];
  readonly shop: readonly string[];
  readonly eventId: readonly string[];
  readonly sentAt: readonly string[];
}

const familyWith = (platform: StorefrontPlatform, ...prefixes: string[]): Family => ({
  platform,
  signature: prefixes.map((prefix) => `${prefix}hmac-sha256`),
  topic: prefixes.map((prefix) => `${prefix}topic`),
  shop: prefixes.map((prefix) => `${prefix}shop-domain`),
  eventId: ['event-id', 'webhook-id'].flatMap((name) => prefixes.map((prefix) => `${prefix}${name}`)),
  sentAt: prefixes.map((prefix) => `${prefix}triggered-at`),
});

const FAMILIES: readonly Family[] = [
  familyWith('generic', 'x-storefront-'),
  familyWith('shopify', 'x-shopify-', 'shopify-'),
  familyWith('shopline', 'x-shopline-'),
  {
    platform: 'woocommerce',
    signature: ['x-wc-webhook-signature'],
    topic: ['x-wc-webhook-topic'],
    shop: ['x-wc-webhook-source'],
    // Its delivery id is a hash of the webhook and the second, so all deliveries of a second have the same. Events have ids of their own.
    eventId: [],
    sentAt: [],
  },
];

const BASE64_DIGEST = /^[A-Za-z0-9+/]{43}=$/;
const HEX_DIGEST = /^(?:sha256=)?([0-9a-f]{64})$/i;
const EVENT_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Reads the headers of the platform that the signature header belongs to.
 *
 * @param headers each header with all its values, names in lower case.
 * @returns null without a well-formed signature, or when a header that counts was sent twice: it is unclear which one the sender meant.
 */
export function readPlatformHeaders(headers: NodeJS.Dict<string[]>): PlatformHeaders | null {
  const family = FAMILIES.find(({ signature }) => signature.some((name) => headers[name] !== undefined));
  if (family === undefined) return null;
  const names = [...family.signature, ...family.topic, ...family.shop, ...family.eventId, ...family.sentAt];
  if (names.some((name) => (headers[name]?.length ?? 0) > 1)) return null;
  const first = (of: readonly string[]): string | null => of.map((name) => headers[name]?.[0]).find((value) => value !== undefined) ?? null;
  const digest = readDigest(first(family.signature) ?? '');
  if (digest === null) return null;
  const eventId = first(family.eventId);
  return {
    family: family.platform,
    digest,
    topic: first(family.topic),
    shop: first(family.shop),
    eventId: eventId !== null && EVENT_ID.test(eventId) ? eventId : null,
    sentAt: instantOf(first(family.sentAt)),
  };
}

/** Returns whether a request has anything that could be a signature. */
export const presentsSignature = (headers: NodeJS.Dict<string[]>): boolean =>
  FAMILIES.some(({ signature }) => signature.some((name) => headers[name] !== undefined));

function instantOf(text: string | null): Date | null {
  const at = text === null || !/^\d{4}-\d{2}-\d{2}T/.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}

/** Base64 of 32 bytes, or their hex with or without `sha256=`. */
function readDigest(text: string): Buffer | null {
  if (BASE64_DIGEST.test(text)) return Buffer.from(text, 'base64');
  const [, hex] = HEX_DIGEST.exec(text) ?? [];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}
