import type { Provider } from '@nestjs/common';
import type { Config } from '#libs/config';
import {
  ComplianceGuard,
  ConnectedShops,
  SignedBody,
  StorefrontAppSecrets,
  StorefrontKeyGuard,
  StorefrontWebhookGuard,
} from '#libs/guards';
import { Pseudonyms } from './pseudonyms.js';
import { StorefrontKeyController } from './storefront-key.controller.js';
import { StorefrontWebhookController } from './storefront-webhook.controller.js';
import { TakeWebhook } from './take-webhook.js';

export const STOREFRONT_CONTROLLERS = [StorefrontWebhookController, StorefrontKeyController];

export const STOREFRONT_PROVIDERS = [
  ConnectedShops,
  SignedBody,
  StorefrontWebhookGuard,
  StorefrontKeyGuard,
  ComplianceGuard,
  Pseudonyms,
  TakeWebhook,
];

export const configuredStorefrontProviders = ({ storefront: { apps } }: Config): Provider[] => [
  {
    provide: StorefrontAppSecrets,
    useValue: new StorefrontAppSecrets(Object.fromEntries(Object.entries(apps).map(([platform, app]) => [platform, app.secrets]))),
  },
];
