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
import { HandleComplianceRequest } from '../../integrations/privacy/handle-compliance-request.js';
import { ComplianceController } from '../../integrations/privacy/compliance.controller.js';
import { DataRequestsController } from '../../integrations/privacy/data-requests.controller.js';
import { DataRequests } from '../../integrations/privacy/data-requests.js';
import { ConnectWooCommerce } from '../../integrations/woocommerce/connect-woocommerce.js';
import { SaveKeys } from '../../integrations/woocommerce/save-keys.js';
import { TryKeys } from '../../integrations/woocommerce/try-keys.js';
import { WooCommerceConnections } from '../../integrations/woocommerce/woocommerce-connections.js';
import { WooCommerceController } from '../../integrations/woocommerce/woocommerce.controller.js';
import { Pseudonyms } from './pseudonyms.js';
import { StorefrontKeyController } from './storefront-key.controller.js';
import { StorefrontWebhookController } from './storefront-webhook.controller.js';
import { TakeWebhook } from './take-webhook.js';

export const STOREFRONT_CONTROLLERS = [
  StorefrontWebhookController,
  StorefrontKeyController,
  ComplianceController,
  DataRequestsController,
  WooCommerceController,
];

export const STOREFRONT_PROVIDERS = [
  ConnectedShops,
  SignedBody,
  StorefrontWebhookGuard,
  StorefrontKeyGuard,
  ComplianceGuard,
  Pseudonyms,
  TakeWebhook,
  HandleComplianceRequest,
  DataRequests,
  TryKeys,
  WooCommerceConnections,
  ConnectWooCommerce,
  SaveKeys,
];

export const configuredStorefrontProviders = ({ storefront: { apps } }: Config): Provider[] => [
  {
    provide: StorefrontAppSecrets,
    useValue: new StorefrontAppSecrets(Object.fromEntries(Object.entries(apps).map(([platform, app]) => [platform, app.secrets]))),
  },
];
