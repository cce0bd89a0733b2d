import { Module } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, SECOND_MS } from '#libs/core';
import { AddressGuard } from '#libs/delivery';
import { Ingestion } from '#libs/ingestion';
import { PlatformClient, PlatformHttp, Platforms } from '#libs/storefront';
import { Leases } from '../runner/leases.js';
import { CheckSubscriptions } from './check-subscriptions.js';
import { CheckWooCommerceWebhooks } from './check-woocommerce-webhooks.js';
import { EndAccess } from './end-access.js';
import { PullOrders } from './pull-orders.js';
import { RefreshToken } from './refresh-token.js';
import { ShopAccess } from './shop-access.js';
import { StoreOrders } from './store-orders.js';
import { SyncConnection } from './sync-connection.js';
import { SyncSteps } from './sync-steps.js';
import { SyncStorefronts } from './sync-storefronts.js';

/** Long, because no person waits, and a platform may take long for a page of orders. */
const PLATFORM_TIMEOUT_MS = 15 * SECOND_MS;

/** Keeps storefront connections up to date: webhooks, tokens, the import of history, and the daily look back. */
@Module({
  providers: [
    Ingestion,
    Leases,
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
    { provide: Platforms, inject: [Config], useFactory: ({ storefront }: Config) => new Platforms(storefront.apps) },
    {
      provide: PlatformHttp,
      inject: [Config],
      useFactory: ({ storefront: { network } }: Config) =>
        new PlatformHttp(network, new AddressGuard(network.openRanges), PLATFORM_TIMEOUT_MS),
    },
    {
      provide: PlatformClient,
      inject: [PlatformHttp, Clock],
      useFactory: (http: PlatformHttp, clock: Clock) => new PlatformClient(http, clock),
    },
  ],
  exports: [Platforms, PlatformClient],
})
export class StorefrontSyncModule {}
