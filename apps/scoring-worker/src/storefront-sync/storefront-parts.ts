import type { Provider } from '@nestjs/common';
import type { Config } from '#libs/config';
import { Clock, SECOND_MS } from '#libs/core';
import { AddressGuard } from '#libs/delivery';
import { Ingestion } from '#libs/ingestion';
import { PlatformClient, PlatformHttp, Platforms } from '#libs/storefront';
import { SweepStorefronts } from '../sweep/sweep-storefronts.js';
import { CheckSubscriptions } from './check-subscriptions.js';
import { CheckWooCommerceWebhooks } from './check-woocommerce-webhooks.js';
import { EndAccess } from './end-access.js';
import { PullOrders } from './pull-orders.js';
import { RefreshToken } from './refresh-token.js';
import { ShopAccess } from './shop-access.js';
import { StoreOrders } from './store-orders.js';
import { SyncConnection } from './sync-connection.js';
import { SyncSteps } from './sync-steps.js';
import { SyncStorefrontConsumer } from './sync-storefront.consumer.js';
import { SyncStorefronts } from './sync-storefronts.js';

/** Nobody waits for the answer, and a page of orders takes a platform a while. */
const PATIENCE_MS = 15 * SECOND_MS;

/** What keeps connections with storefronts in step. */
export const STOREFRONT_WORK = [
  Ingestion,
  CheckSubscriptions,
  CheckWooCommerceWebhooks,
  RefreshToken,
  StoreOrders,
  PullOrders,
  ShopAccess,
  SyncSteps,
  EndAccess,
  SyncConnection,
  SyncStorefronts,
  SyncStorefrontConsumer,
  SweepStorefronts,
];

/** What it needs of the configuration. */
export function configuredStorefrontProviders({ storefront: { apps, network } }: Config): Provider[] {
  const http = new PlatformHttp(network, new AddressGuard(network.openRanges), PATIENCE_MS);
  return [
    { provide: Platforms, useValue: new Platforms(apps) },
    { provide: PlatformHttp, useValue: http },
    { provide: PlatformClient, useFactory: (clock: Clock) => new PlatformClient(http, clock), inject: [Clock] },
  ];
}
