import type { Provider } from '@nestjs/common';
import type { Config } from '#libs/config';
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
import { StorefrontOauthController } from './storefront-oauth.controller.js';

/** A person waits for the answer. */
const PATIENCE_MS = 4 * SECOND_MS;

/** What the module is told of connections with storefronts. */
export const INTEGRATION_CONTROLLERS = [IntegrationsController, StorefrontOauthController];
export const INTEGRATION_PROVIDERS = [
  ConnectStorefront,
  PlatformAccess,
  OpenConnection,
  FinishConnection,
  InstallStorefront,
  GetIntegrations,
  DisconnectStorefront,
];

/** Those that need the configuration. */
export function configuredIntegrationProviders({ storefront: { apps, network } }: Config): Provider[] {
  const http = new PlatformHttp(network, new AddressGuard(network.openRanges), PATIENCE_MS);
  return [
    { provide: Platforms, useValue: new Platforms(apps) },
    { provide: PlatformClient, useFactory: (clock: Clock) => new PlatformClient(http, clock), inject: [Clock] },
  ];
}
