import { createHmac } from 'node:crypto';
import type { AdminApi } from './admin-api.js';
import type { AppAuthorization } from './app-authorization.js';
import type { SimulatedApp } from './simulated-app.js';
import type { SimulatedShop } from './simulated-shop.js';
import { type Answer, type Call, redirect } from './simulator-call.js';

/** Lifetime of a Shopline token in milliseconds. */
const TOKEN_MS = 36_000_000;

/** Shopline's dialect of the platform: its authorization, signatures and addresses. */
export class ShoplineDialect {
  constructor(
    private readonly app: SimulatedApp,
    private readonly authorization: AppAuthorization,
    private readonly api: AdminApi,
  ) {}

  /** @param path below `/admin`. */
  async answer(shop: SimulatedShop, path: string, call: Call): Promise<Answer> {
    if (path === 'oauth-web/') return { status: 200, page: LEAD_ON };
    if (path === 'oauth-web/oauth/authorize') return this.authorize(shop, call);
    if (path.startsWith('oauth/token/')) return this.token(shop, path, call);
    const [, resource = ''] = /^openapi\/v\d{8}\/(.+)$/.exec(path) ?? [];
    const token = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
    const headers = { ...call.headers, ...(token !== undefined && { 'x-storefront-access-token': token }) };
    const elsewhere = resource.replace(/^(\d+)\/webhooks\.json$/, 'webhooks/$1.json');
    return this.api.answer(shop, `api/2026-01/${elsewhere}`, { ...call, headers });
  }

  /** Returns the query of the callback after consent; without a code when merchants install the app from the app store. */
  query(shop: SimulatedShop, code: string | null, at = new Date()): string {
    const [handle = ''] = shop.domain.split('.');
    const parameters = { appkey: this.app.clientId, ...(code !== null && { code }), handle, lang: 'en', timestamp: String(at.getTime()) };
    const text = Object.entries(parameters)
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    return `${new URLSearchParams(parameters).toString()}&sign=${this.sign(text)}`;
  }

  private authorize(shop: SimulatedShop, { query }: Call): Answer {
    const redirectUri = query.get('redirectUri') ?? '';
    if (query.get('appKey') !== this.app.clientId || !URL.canParse(redirectUri))
      return { status: 400, page: '<h1>There is no such app</h1>' };
    if (query.get('decision') !== 'allow') return { status: 200, page: '<h1>Add decision=allow to the address</h1>' };
    const code = `${this.codePrefix}${shop.codes.size}${Date.now()}`;
    shop.codes.add(code);
    return redirect(`${redirectUri}?${this.query(shop, code)}`);
  }

  private async token(shop: SimulatedShop, path: string, { headers, json, text }: Call): Promise<Answer> {
    await this.authorization.beforeToken();
    const timestamp = String(headers['timestamp']);
    const isSigned = headers['appkey'] === this.app.clientId && headers['sign'] === this.sign(text + timestamp);
    const isRecent = Math.abs(Number(timestamp) - Date.now()) < 300_000;
    const isRefresh = path === 'oauth/token/refresh';
    const isGood =
      isSigned && isRecent && (isRefresh ? shop.tokens !== null && shop.installedApp === this.app : this.takes(shop, String(json['code'])));
    this.authorization.grants.push(`${isRefresh ? 'refresh' : 'create'} ${isGood ? 'ok' : 'refused'}`);
    // Like Shopline, it reports the refusal in the body.
    if (!isGood) return { status: 200, body: { code: 400, i18nCode: 'INVALID', message: 'invalid', data: null } };
    shop.installedApp = this.app;
    const { access } = shop.issueTokens(TOKEN_MS);
    const data = { accessToken: access, expireTime: new Date(Date.now() + TOKEN_MS).toISOString(), scope: 'read_orders,read_customers' };
    return { status: 200, body: { code: 200, i18nCode: 'SUCCESS', message: null, data } };
  }

  /** A code is of use to the app alone for which it was issued. */
  private takes(shop: SimulatedShop, code: string): boolean {
    return code.startsWith(this.codePrefix) && shop.codes.delete(code);
  }

  private get codePrefix(): string {
    return `code-${this.app.clientId}-`;
  }

  private sign(text: string): string {
    return createHmac('sha256', this.app.secret).update(text).digest('hex');
  }
}

/** Shopline's page has its query after the `#`, which browsers do not send. */
const LEAD_ON =
  '<!doctype html><html lang="en"><title>Simulated storefront</title><script>location.replace("." + location.hash.slice(1))</script></html>';
