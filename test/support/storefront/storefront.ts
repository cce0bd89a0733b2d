import { patient } from '../waiting/limits.js';
import { randomUUID } from 'node:crypto';
import request, { type Response } from 'supertest';
import { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import type { SimulatedShop } from '../../../tools/src/storefront-simulator/simulated-shop.js';
import type { Person } from '../people/person.js';
import { remember } from '../people/mailed-secrets.js';

/** The fields of GET /integrations that the tests read. */
export interface Integrations {
  readonly platform: string | null;
  readonly shop: string | null;
  readonly own_app: boolean;
  readonly status: string;
  readonly connected_at: string | null;
  readonly last_webhook_at: string | null;
  readonly webhooks: readonly { readonly topic: string; readonly ok: boolean }[];
  readonly currency: string | null;
  readonly foreign_orders: number;
  readonly orders_granted: 'last_60_days' | 'all' | null;
  readonly order_counts: { since: string; counted_at: string; shop_orders: number; orders: number; customers: number } | null;
  readonly import: {
    readonly state: string;
    readonly done: number;
    readonly total: number | null;
    readonly customers: number;
    readonly customers_total: number | null;
    readonly collected: number | null;
    readonly seconds_left: number | null;
    readonly short_of_storage: 'day' | 'total' | null;
  };
  readonly available_platforms: readonly string[];
}

/** A simulated platform at which the service under test has an app. */
export async function startStorefront(): Promise<StorefrontSimulator> {
  const secret = `storefront-secret-${randomUUID()}`;
  remember(secret);
  return StorefrontSimulator.start({ app: { clientId: `client-${randomUUID()}`, secret } });
}

/** Settings under which the service is the app of the simulated platform. */
export const storefrontSettings = (storefront: StorefrontSimulator): Record<string, string> => ({
  STOREFRONT_CLIENT_ID: storefront.app.clientId,
  STOREFRONT_APP_SECRET: storefront.app.secret,
  STOREFRONT_BASE_URL: storefront.baseUrl,
  STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8',
  SWEEP_INTERVAL_MS: '200',
});

/** A domain of a shop that no other test has. */
export const newDomain = (): string => `shop-${randomUUID().slice(0, 8)}.example`;

/** Begins a connection as the dashboard does. @returns the address of the platform's page. */
export async function beginConnection(owner: Person, domain: string): Promise<string> {
  const { status, body } = await owner.post('/integrations/storefront/connect', { shop: domain });
  if (status !== 200) throw new Error(`not begun: ${status} ${JSON.stringify(body)}`);
  const { authorize_url: url } = body as { authorize_url: string };
  remember(stateOf(url));
  return url;
}

export const stateOf = (authorizeUrl: string): string => new URL(authorizeUrl).searchParams.get('state') ?? '';

/** Decides on the platform's page. @returns the address of the service that the platform leads to. */
export async function decide(authorizeUrl: string, decision: 'allow' | 'deny'): Promise<string> {
  const answer = await fetch(`${authorizeUrl}&decision=${decision}`, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) throw new Error(`no decision: ${answer.status} ${await answer.text()}`);
  return location;
}

/** Opens a URL of the service as the browser of a signed-in person, without following the redirect. */
export const visit = (address: string, as?: Person): Promise<Response> => {
  const { origin, pathname, search } = new URL(address);
  const call = request(origin).get(`${pathname}${search}`).redirects(0);
  return as === undefined ? call : call.set('Cookie', `auth_token=${as.token}`);
};

/** Returns the parameters that the redirect to the dashboard carries in its URL. */
export const redirectOf = ({ status, headers }: Response): Record<string, string> => {
  const location = headers['location'];
  if (status !== 302 || location === undefined) throw new Error(`no redirect: ${status}`);
  const { pathname, searchParams } = new URL(location);
  return { page: pathname, ...Object.fromEntries(searchParams) };
};

/** Connects a shop through all steps of the OAuth flow. */
export async function connect(owner: Person, shop: SimulatedShop): Promise<void> {
  const redirect = redirectOf(await visit(await decide(await beginConnection(owner, shop.domain), 'allow'), owner));
  if (redirect['storefront'] !== 'connected') throw new Error(`not connected: ${JSON.stringify(redirect)}`);
}

export const integrationsOf = async (person: Person): Promise<Integrations> =>
  (await person.get('/integrations').expect(200)).body as Integrations;

/** Waits until the connection fulfils the condition. */
export async function untilIntegrations(
  person: Person,
  condition: (shown: Integrations) => boolean,
  timeoutMs = 30_000,
): Promise<Integrations> {
  const deadline = Date.now() + patient(timeoutMs);
  for (;;) {
    const shown = await integrationsOf(person);
    if (condition(shown)) return shown;
    if (Date.now() > deadline) throw new Error(`not so within ${timeoutMs} ms: ${JSON.stringify(shown)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Everything that follows a connection by itself has happened. */
export const isSynced = ({ status, webhooks, import: { state } }: Integrations): boolean =>
  status === 'connected' && webhooks.length > 0 && webhooks.every(({ ok }) => ok) && state === 'done';
