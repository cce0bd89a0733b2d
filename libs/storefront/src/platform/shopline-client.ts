import { createHmac } from 'node:crypto';
import { type Clock, HOUR_MS } from '#libs/core';
import { nextCursor, type OrdersPage, type OrdersSince, requireCount } from './orders-page.js';
import type { PlatformAnswer, PlatformCall, PlatformHttp } from './calls/platform-http.js';
import { type PlatformResult, readAnswer } from './calls/platform-result.js';
import type { Grant, GrantResult, PlatformShop, RemoteSubscription } from './platform-shop.js';
import { accessTokenHeader, shopUrl } from './platforms.js';

/** The version of the API and of the webhook bodies. */
const VERSION = 'v20251201';
/** The largest page of the API. */
const PAGE = 100;
/** The lifetime of a token when the answer does not name one. */
const TOKEN_MS = 10 * HOUR_MS;

/** The calls to a shop at Shopline, where they differ from Shopify's. */
export class ShoplineClient {
  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
  ) {}

  exchange(at: PlatformShop, code: string): Promise<GrantResult> {
    return this.grant(at, '/admin/oauth/token/create', { code });
  }

  /** Renews the token with the app's secret alone. The previous token stays valid for five minutes. */
  refresh(at: PlatformShop): Promise<GrantResult> {
    return this.grant(at, '/admin/oauth/token/refresh');
  }

  async listSubscriptions(at: PlatformShop, token: string): Promise<PlatformResult<RemoteSubscription[]>> {
    return readAnswer(await this.ask(at, token, { method: 'GET', url: '/webhooks.json' }), (text) => {
      const { webhooks } = JSON.parse(text) as { webhooks: { id: number | string; topic: string; address: string }[] };
      return webhooks.map(({ id, topic, address }) => ({ id: String(id), topic, address }));
    });
  }

  async subscribe(at: PlatformShop, token: string, { topic, address }: Omit<RemoteSubscription, 'id'>): Promise<PlatformResult<null>> {
    const json = { webhook: { topic, address, api_version: VERSION } };
    return readAnswer(await this.ask(at, token, { method: 'POST', url: '/webhooks.json', json }), () => null);
  }

  async unsubscribe(at: PlatformShop, token: string, id: string): Promise<PlatformResult<null>> {
    return readAnswer(await this.ask(at, token, { method: 'DELETE', url: `/${id}/webhooks.json` }), () => null);
  }

  async countOrders(at: PlatformShop, token: string, since: OrdersSince): Promise<PlatformResult<number>> {
    const query = new URLSearchParams(filtersOf(since));
    const answer = await this.ask(at, token, { method: 'GET', url: `/orders/count.json?${query.toString()}` });
    return readAnswer(answer, (text) => requireCount((JSON.parse(text) as { count: unknown }).count));
  }

  async ordersPage(at: PlatformShop, token: string, since: OrdersSince, cursor: string | null): Promise<PlatformResult<OrdersPage>> {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? filtersOf(since) : { page_info: cursor }) });
    const answer = await this.ask(at, token, { method: 'GET', url: `/orders.json?${query.toString()}` });
    return readAnswer(answer, (text, headers) => ({ text, cursor: nextCursor(headers['link']) }));
  }

  private async grant({ app, shop }: PlatformShop, path: string, json?: { code: string }): Promise<GrantResult> {
    const now = this.clock.now();
    const timestamp = String(now.getTime());
    const source = (json === undefined ? '' : JSON.stringify(json)) + timestamp;
    const sign = createHmac('sha256', app.secrets[0] ?? '')
      .update(source)
      .digest('hex');
    const headers = { 'Content-Type': 'application/json', appkey: app.clientId, timestamp, sign };
    const call: PlatformCall = { method: 'POST', url: shopUrl(app, shop, path), headers };
    const answer = await this.http.call(json === undefined ? call : { ...call, json });
    return isRefusal(answer) ? { kind: 'invalid_grant' } : readAnswer(answer, (text) => readGrant(text, now));
  }

  private ask({ platform, app, shop }: PlatformShop, token: string, call: PlatformCall): Promise<PlatformAnswer> {
    const url = shopUrl(app, shop, `/admin/openapi/${VERSION}${call.url}`);
    return this.http.call({ ...call, url, headers: accessTokenHeader(platform, token) });
  }
}

const filtersOf = (since: OrdersSince): Record<string, string> => ({
  status: 'any',
  ...('createdSince' in since
    ? { created_at_min: since.createdSince.toISOString() }
    : { updated_at_min: since.updatedSince.toISOString() }),
});

/** The body of a 200 answer may contain a refusal. */
function isRefusal(answer: PlatformAnswer): boolean {
  if (answer.kind !== 'answered') return false;
  const status = answer.status === 200 ? codeIn(answer.text) : answer.status;
  return status >= 400 && status <= 499 && status !== 408 && status !== 429;
}

function codeIn(text: string): number {
  const [, code = '200'] = /"code"\s*:\s*"?(\d{3})\b/.exec(text) ?? [];
  return Number(code);
}

function readGrant(text: string, now: Date): Grant {
  const { data = {} } = JSON.parse(text) as { data?: { accessToken?: unknown; expireTime?: unknown; scope?: unknown } };
  const { accessToken, expireTime, scope } = data;
  if (typeof accessToken !== 'string' || accessToken === '') throw new TypeError('there is no access token');
  const endsAt = typeof expireTime === 'string' ? Date.parse(expireTime) : Number.NaN;
  return {
    accessToken,
    refreshToken: null,
    lifetimeMs: Number.isNaN(endsAt) ? TOKEN_MS : Math.max(0, endsAt - now.getTime()),
    scopes: typeof scope === 'string' ? scope.slice(0, 500) : null,
  };
}
