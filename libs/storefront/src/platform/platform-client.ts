import { type Clock, SECOND_MS } from '#libs/core';
import { nextCursor, type OrdersPage, type OrdersSince, requireCount } from './orders-page.js';
import { accessTokenHeader, shopUrl } from './platforms.js';
import type { PlatformAnswer, PlatformCall, PlatformHttp } from './calls/platform-http.js';
import type { Grant, GrantResult, PlatformShop, RemoteSubscription } from './platform-shop.js';
import { type PlatformResult, readAnswer } from './calls/platform-result.js';
import { ShopifyAdmin } from './shopify-admin.js';
import { ShoplineClient } from './shopline-client.js';
import { WooCommerceClient, type WooCommerceShop } from './woocommerce-client.js';

/** The generic platform's API. */
const API = '/admin/api/2026-07';
/** Orders per page. */
const PAGE = 100;

/** A shop with orders that can be read with a token or with keys. */
export type ReadableShop = PlatformShop | WooCommerceShop;

/** The calls that the service makes to a shop: GraphQL at Shopify, Shopline's own API at Shopline, and Shopify's former REST API elsewhere. */
export class PlatformClient {
  readonly woocommerce: WooCommerceClient;
  private readonly shopify: ShopifyAdmin;
  private readonly shopline: ShoplineClient;

  constructor(
    private readonly http: PlatformHttp,
    clock: Clock,
  ) {
    this.woocommerce = new WooCommerceClient(http, clock);
    this.shopify = new ShopifyAdmin(http, clock);
    this.shopline = new ShoplineClient(http, clock);
  }

  exchange(at: PlatformShop, code: string): Promise<GrantResult> {
    return at.platform === 'shopline' ? this.shopline.exchange(at, code) : this.grant(at, { code, expiring: '1' });
  }

  /**
   * Uses up the refresh token, also when the call fails.
   * @param refreshToken null where the app's secret is enough.
   */
  refresh(at: PlatformShop, refreshToken: string | null): Promise<GrantResult> {
    if (at.platform === 'shopline') return this.shopline.refresh(at);
    if (refreshToken === null) return at.app.isOwn ? this.renew(at) : Promise.resolve({ kind: 'invalid_grant' });
    return this.grant(at, { grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /**
   * Asks for a token with the credentials of the app alone. A platform grants it when app and shop belong to one organisation and the app is
   * installed.
   */
  async grantByCredentials(at: PlatformShop): Promise<PlatformResult<Grant>> {
    if (at.platform === 'shopline') return { kind: 'refused', why: 'not_offered' };
    const answer = await this.postGrant(at, { grant_type: 'client_credentials' });
    const refusal = REFUSALS.find(({ error }) => refuses(answer, error));
    return refusal === undefined ? readAnswer(answer, (text) => readGrant(text, 'credentials')) : { kind: 'refused', why: refusal.why };
  }

  private async renew(at: PlatformShop): Promise<GrantResult> {
    const granted = await this.grantByCredentials(at);
    const isFinal = granted.kind === 'refused' && REFUSALS.some(({ why }) => why === granted.why);
    return isFinal ? { kind: 'invalid_grant' } : granted;
  }

  async listSubscriptions(at: PlatformShop, token: string): Promise<PlatformResult<RemoteSubscription[]>> {
    if (at.platform === 'shopify') return this.shopify.listSubscriptions(at, token);
    if (at.platform === 'shopline') return this.shopline.listSubscriptions(at, token);
    return readAnswer(await this.ask(at, token, { method: 'GET', url: '/webhooks.json?limit=250' }), (text) => {
      const { webhooks } = JSON.parse(text) as { webhooks: { id: number; topic: string; address: string }[] };
      return webhooks.map(({ id, topic, address }) => ({ id: String(id), topic, address }));
    });
  }

  /** A subscription that exists already counts as created. */
  async subscribe(at: PlatformShop, token: string, subscription: Omit<RemoteSubscription, 'id'>): Promise<PlatformResult<null>> {
    if (at.platform === 'shopify') return this.shopify.subscribe(at, token, subscription);
    if (at.platform === 'shopline') return this.shopline.subscribe(at, token, subscription);
    const { topic, address } = subscription;
    const answer = await this.ask(at, token, {
      method: 'POST',
      url: '/webhooks.json',
      json: { webhook: { topic, address, format: 'json' } },
    });
    const isThere = answer.kind === 'answered' && answer.status === 422 && answer.text.includes('already been taken');
    return isThere ? { kind: 'ok', value: null, pauseMs: 0 } : readAnswer(answer, () => null);
  }

  async unsubscribe(at: PlatformShop, token: string, id: string): Promise<PlatformResult<null>> {
    if (at.platform === 'shopify') return this.shopify.unsubscribe(at, token, id);
    if (at.platform === 'shopline') return this.shopline.unsubscribe(at, token, id);
    return readAnswer(await this.ask(at, token, { method: 'DELETE', url: `/webhooks/${id}.json` }), () => null);
  }

  /** Returns the permissions that the shop has granted by now; null where the platform does not say. */
  async grantedScopes(at: PlatformShop, token: string): Promise<PlatformResult<string | null>> {
    return at.platform === 'shopify' ? this.shopify.grantedScopes(at, token) : { kind: 'ok', value: null, pauseMs: 0 };
  }

  async countOrders(at: ReadableShop, token: string, since: OrdersSince): Promise<PlatformResult<number>> {
    if (at.platform === 'woocommerce') return this.woocommerce.countOrders(at, token, since);
    if (at.platform === 'shopify') return this.shopify.countOrders(at, token, since);
    if (at.platform === 'shopline') return this.shopline.countOrders(at, token, since);
    const query = new URLSearchParams(filtersOf(since));
    const answer = await this.ask(at, token, { method: 'GET', url: `/orders/count.json?${query.toString()}` });
    return readAnswer(answer, (text) => requireCount((JSON.parse(text) as { count: unknown }).count));
  }

  /** Returns the number of customers of the shop, also of those without orders. */
  async countCustomers(at: ReadableShop, token: string): Promise<PlatformResult<number>> {
    return at.platform === 'shopify' ? this.shopify.countCustomers(at, token) : { kind: 'refused', why: 'not_offered' };
  }

  /** @param cursor null for the first page. */
  async ordersPage(at: ReadableShop, token: string, since: OrdersSince, cursor: string | null): Promise<PlatformResult<OrdersPage>> {
    if (at.platform === 'woocommerce') return this.woocommerce.ordersPage(at, token, since, cursor);
    if (at.platform === 'shopify') return this.shopify.ordersPage(at, token, since, cursor);
    if (at.platform === 'shopline') return this.shopline.ordersPage(at, token, since, cursor);
    // A cursor includes the filters of the first query, so no other parameter may accompany it.
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? filtersOf(since) : { page_info: cursor }) });
    const answer = await this.ask(at, token, { method: 'GET', url: `/orders.json?${query.toString()}` });
    return readAnswer(answer, (text, headers) => ({ text, cursor: nextCursor(headers['link']) }));
  }

  /** Revokes the token; the platform then deletes the subscriptions too. At Shopline only the merchant can do that. */
  async revoke(at: PlatformShop, token: string): Promise<PlatformResult<null>> {
    if (at.platform === 'shopify') return this.shopify.revoke(at, token);
    if (at.platform === 'shopline') return { kind: 'refused', why: 'not_offered' };
    const { platform, app, shop } = at;
    const url = shopUrl(app, shop, '/admin/api_permissions/current.json');
    return readAnswer(await this.http.call({ method: 'DELETE', url, headers: accessTokenHeader(platform, token) }), () => null);
  }

  private postGrant({ app, shop }: PlatformShop, fields: Readonly<Record<string, string>>): Promise<PlatformAnswer> {
    const url = shopUrl(app, shop, '/admin/oauth/access_token');
    return this.http.call({ method: 'POST', url, json: { client_id: app.clientId, client_secret: app.secrets[0], ...fields } });
  }

  private async grant(at: PlatformShop, fields: Readonly<Record<string, string>>): Promise<GrantResult> {
    const answer = await this.postGrant(at, fields);
    if (refuses(answer, 'invalid_grant')) return { kind: 'invalid_grant' };
    if (!refuses(answer, 'invalid_client')) return readAnswer(answer, (text) => readGrant(text, 'code'));
    // The secret is wrong, or the platform does not know it yet: this says nothing of the shop (RFC 6749, section 5.2). The merchant must enter
    // another secret of their own app; the operator mends the other one.
    return at.app.isOwn ? { kind: 'invalid_grant' } : { kind: 'later', afterMs: null, why: 'invalid_client' };
  }

  private ask({ platform, app, shop }: PlatformShop, token: string, call: PlatformCall): Promise<PlatformAnswer> {
    return this.http.call({ ...call, url: shopUrl(app, shop, `${API}${call.url}`), headers: accessTokenHeader(platform, token) });
  }
}

const filtersOf = (since: OrdersSince): Record<string, string> => ({
  status: 'any',
  ...('createdSince' in since
    ? { created_at_min: since.createdSince.toISOString() }
    : { updated_at_min: since.updatedSince.toISOString() }),
});

const refuses = (answer: PlatformAnswer, error: string): boolean =>
  answer.kind === 'answered' && answer.status >= 400 && answer.status <= 403 && answer.text.includes(error);

/** Words in a platform's refusal of a token for credentials, and our name of the reason. */
const REFUSALS = [
  { error: 'shop_not_permitted', why: 'shop_not_permitted' },
  { error: 'app_not_installed', why: 'app_not_installed' },
  { error: 'invalid_client', why: 'wrong_credentials' },
  { error: 'application_cannot_be_found', why: 'wrong_credentials' },
] as const;

/** @param by a token for a code ends only when a refresh token comes with it; one for credentials is asked for again */
function readGrant(text: string, by: 'code' | 'credentials'): Grant {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: seconds,
    scope,
  } = JSON.parse(text) as Record<string, unknown>;
  if (typeof accessToken !== 'string' || accessToken === '') throw new TypeError('there is no access token');
  const renewal = by === 'code' && typeof refreshToken === 'string' ? refreshToken : null;
  const ends = (renewal !== null || by === 'credentials') && typeof seconds === 'number' && seconds > 0;
  return {
    accessToken,
    refreshToken: ends ? renewal : null,
    lifetimeMs: ends ? seconds * SECOND_MS : null,
    scopes: typeof scope === 'string' ? scope.slice(0, 500) : null,
  };
}
