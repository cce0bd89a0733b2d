import { Module } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, SECOND_MS } from '#libs/core';
import { AddressGuard } from '#libs/delivery';
import { PlatformClient, PlatformHttp, Platforms } from '#libs/storefront';
import { ConnectStorefront } from './connect-storefront.js';
import { DisconnectStorefront } from './disconnect-storefront.js';
import { FinishConnection } from './finish-connection.js';
import { GetIntegrations } from './get-integrations.js';
import { InstallStorefront } from './install-storefront.js';
import { IntegrationsController } from './integrations.controller.js';
import { OpenConnection } from './open-connection.js';
import { PlatformAccess } from './platform-access.js';
import { PlatformSlots } from './platform-slots.js';
import { ReadShopCredentials } from './shop-credentials.js';
import { StorefrontOauthController } from './storefront-oauth.controller.js';

/** Deadline for one call to a storefront platform. It is short because a person waits for the answer. */
const PLATFORM_DEADLINE_MS = 4 * SECOND_MS;
/** The API reads tokens, and at most one order. */
const ANSWER_BYTES = 2 ** 20;

@Module({
  controllers: [IntegrationsController, StorefrontOauthController],
  providers: [
    ConnectStorefront,
    PlatformAccess,
    PlatformSlots,
    OpenConnection,
    FinishConnection,
    InstallStorefront,
    GetIntegrations,
    ReadShopCredentials,
    DisconnectStorefront,
    { provide: Platforms, inject: [Config], useFactory: ({ storefront }: Config) => new Platforms(storefront.apps) },
    {
      provide: PlatformClient,
      inject: [Config, Clock],
      useFactory: ({ storefront: { network } }: Config, clock: Clock) =>
        new PlatformClient(new PlatformHttp(network, new AddressGuard(network.openRanges), PLATFORM_DEADLINE_MS, ANSWER_BYTES), clock),
    },
  ],
  exports: [ConnectStorefront, GetIntegrations, OpenConnection, PlatformAccess, PlatformSlots, PlatformClient, Platforms],
})
export class IntegrationsModule {}
