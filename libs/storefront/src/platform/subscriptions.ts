import { COMPLIANCE_KEY_PARAMETER, CONNECTION_PARAMETER } from '#libs/core';
import type { OauthPlatform } from './platforms.js';
import type { RemoteSubscription } from './platform-shop.js';

/** The topics that a connected shop sends, and our path for each. */
const TOPICS: Readonly<Record<string, (tenantId: string) => string>> = {
  'orders/create': (tenantId) => `/webhooks/storefront/t/${tenantId}/orders`,
  'orders/updated': (tenantId) => `/webhooks/storefront/t/${tenantId}/orders`,
  'orders/cancelled': (tenantId) => `/webhooks/storefront/t/${tenantId}/orders`,
  'orders/delete': (tenantId) => `/webhooks/storefront/t/${tenantId}/orders`,
  'refunds/create': (tenantId) => `/webhooks/storefront/t/${tenantId}/orders`,
  'customers/create': (tenantId) => `/webhooks/storefront/t/${tenantId}/customers`,
  'customers/update': (tenantId) => `/webhooks/storefront/t/${tenantId}/customers`,
  'app/uninstalled': () => '/integrations/storefront/compliance',
  'apps/installed_uninstalled': () => '/integrations/storefront/compliance',
};

/** Topics that the platform is not known to offer. */
const ELSEWHERE: Readonly<Record<OauthPlatform, readonly string[]>> = {
  generic: ['apps/installed_uninstalled'],
  shopify: ['apps/installed_uninstalled'],
  shopline: ['app/uninstalled'],
};

const topicsOf = (platform: OauthPlatform): string[] => Object.keys(TOPICS).filter((topic) => !ELSEWHERE[platform].includes(topic));

/** A topic and whether its subscription exists. */
export interface TopicState {
  readonly topic: string;
  readonly ok: boolean;
}

/** Returns the path for the privacy calls of a merchant's own app. @param key see `complianceKeyOf` */
export const ownCompliancePath = (tenantId: string, key: string): string =>
  `/integrations/storefront/t/${tenantId}/compliance?${COMPLIANCE_KEY_PARAMETER}=${key}`;

/** Values in the webhook addresses of a merchant's own app. */
export interface OwnApp {
  readonly connectionId: string;
  /** See `complianceKeyOf`. */
  readonly complianceKey: string;
}

interface Subscriber {
  readonly tenantId: string;
  readonly platform: OauthPlatform;
  /** Null for the operator's app. */
  readonly own: OwnApp | null;
}

/** @param apiUrl the public URL of this API, with its prefix. */
export const wantedSubscriptions = (apiUrl: string, subscriber: Subscriber): Omit<RemoteSubscription, 'id'>[] =>
  topicsOf(subscriber.platform).map((topic) => ({ topic, address: `${apiUrl}${pathOf(topic, subscriber)}` }));

function pathOf(topic: string, { tenantId, own }: Subscriber): string {
  const path = TOPICS[topic]?.(tenantId) ?? '';
  if (own === null) return path;
  return path.startsWith('/webhooks/')
    ? `${path}?${CONNECTION_PARAMETER}=${own.connectionId}`
    : ownCompliancePath(tenantId, own.complianceKey);
}

/** Returns the list of topics before the first check at the platform. */
export const unknownTopics = (platform: OauthPlatform): TopicState[] => topicsOf(platform).map((topic) => ({ topic, ok: false }));

const isSame =
  (one: Omit<RemoteSubscription, 'id'>) =>
  (other: Omit<RemoteSubscription, 'id'>): boolean =>
    one.topic === other.topic && one.address === other.address;

/** Subscriptions to create, and outdated ones to delete. */
export function missingAndStale(
  wanted: readonly Omit<RemoteSubscription, 'id'>[],
  found: readonly RemoteSubscription[],
): { missing: Omit<RemoteSubscription, 'id'>[]; stale: RemoteSubscription[] } {
  return {
    missing: wanted.filter((subscription) => !found.some(isSame(subscription))),
    stale: found.filter(({ topic, ...rest }) => topic in TOPICS && !wanted.some(isSame({ topic, ...rest }))),
  };
}
