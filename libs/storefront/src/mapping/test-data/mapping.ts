import { mapResource } from '../map-resource.js';
import type { Mapped, NormalizedEvent, StorefrontSource } from '../mapped.js';
import { type Topic, topicOf } from '../topics.js';

export const NOW = new Date('2026-11-21T12:00:00.000Z');
export const SHOPIFY: StorefrontSource = {
  platform: 'shopify',
  shop: 'mary.myshopify.com',
  namespace: '',
  guestId: (email) => `guest:${email.length}`,
  now: NOW,
};
export const WOO: StorefrontSource = { ...SHOPIFY, platform: 'woocommerce', shop: 'mary.example' };

export const map = (topic: string, resource: unknown, source = SHOPIFY): Mapped => mapResource(topicOf(topic) as Topic, resource, source);

export function eventsOf(topic: string, resource: unknown, source = SHOPIFY): readonly NormalizedEvent[] {
  const mapped = map(topic, resource, source);
  if (mapped.kind !== 'events') throw new Error(JSON.stringify(mapped));
  return mapped.events;
}

export const typesOf = (topic: string, resource: unknown, source = SHOPIFY): string[] =>
  eventsOf(topic, resource, source).map((event) => event.event_type);
