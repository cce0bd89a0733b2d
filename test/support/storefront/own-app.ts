import { randomUUID } from 'node:crypto';
import type { AppAuthorization } from '../../../tools/src/storefront-simulator/app-authorization.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import type { SimulatedShop } from '../../../tools/src/storefront-simulator/simulated-shop.js';
import { type Merchant, merchantOf } from '../people/merchant.js';
import { remember } from '../people/mailed-secrets.js';
import type { Person } from '../people/person.js';
import type { ChurnSystem } from '../servers/churn-system.js';
import { decide, isSynced, redirectOf, untilIntegrations, visit } from './storefront.js';

/** A merchant, their shop, and the app that is installed in it. */
export interface OwnMerchant extends Merchant {
  readonly storefront: StorefrontSimulator;
  readonly at: SimulatedShop;
  readonly app: AppAuthorization;
}

/** Registers an app of a merchant at a platform. */
export function registerApp(storefront: StorefrontSimulator, secret = `own-secret-${randomUUID()}`): AppAuthorization {
  remember(secret);
  return storefront.register({ clientId: `own-${randomUUID()}`, secret }).authorization;
}

/** Returns the address for privacy calls that the page shows to the owner, as a path. */
export async function compliancePathOf(owner: Person): Promise<string> {
  const { body } = await owner.get('/integrations/storefront/own-app').expect(200);
  const { pathname, search } = new URL((body as { compliance_url: string }).compliance_url);
  return `${pathname.replace('/api/v1', '')}${search}`;
}

/** Connects a shop with the app of its merchant, through the page of the platform unless the platform gives access at once. */
export async function connectOwn(
  owner: Person,
  platform: string,
  { domain }: SimulatedShop,
  { app: { clientId, secret } }: AppAuthorization,
): Promise<void> {
  const input = { platform, shop: domain, client_id: clientId, client_secret: secret };
  const { body } = await owner.post('/integrations/storefront/own-app', input).expect(200);
  const { status, authorize_url: url } = body as { status: string; authorize_url: string | null };
  if (status === 'connected') return;
  const redirect = redirectOf(await visit(await decide((url ?? '').replace('/#/', '/'), 'allow'), owner));
  if (redirect['storefront'] !== 'connected') throw new Error(`not connected: ${JSON.stringify(redirect)}`);
}

/** Returns a merchant whose shop is connected with an app of their own, with all webhooks. */
export async function ownMerchant(
  system: ChurnSystem,
  storefront: StorefrontSimulator,
  platform: string,
  domain: string,
  secret?: string,
): Promise<OwnMerchant> {
  const merchant = await merchantOf(system);
  const at = storefront.shop(domain);
  const app = registerApp(storefront, secret);
  await connectOwn(merchant.owner, platform, at, app);
  await untilIntegrations(merchant.owner, isSynced);
  return { ...merchant, storefront, at, app };
}
