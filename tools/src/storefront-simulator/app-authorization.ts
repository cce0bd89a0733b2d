import type { SimulatedApp } from './simulated-app.js';
import { newToken, type SimulatedShop } from './simulated-shop.js';
import { signedQuery } from './signed-call.js';
import { type Answer, type Call, redirect } from './simulator-call.js';

/** Simulates the platform's OAuth: the consent page, codes, and tokens that expire. */
export class AppAuthorization {
  /** Lifetime of an access token in milliseconds. */
  accessTokenMs = 3_600_000;
  /** Requested grants, with type and result: `authorization_code ok`, `refresh_token invalid_grant`. */
  readonly grants: string[] = [];
  /** Planned error statuses of the token endpoint. Each is used once. */
  readonly failures: number[] = [];
  /** Returns the permissions of those that were asked for which the platform grants. */
  granted: (asked: readonly string[]) => readonly string[] = (asked) => asked;
  /** Awaited before a token is issued. */
  beforeToken: () => Promise<void> = () => Promise.resolve();

  /** Domains of the shops that belong to the organization of the app. They give tokens for its credentials, once the app is installed. */
  readonly organization = new Set<string>();

  constructor(readonly app: SimulatedApp) {}

  /** Returns the consent page, or the redirect after the decision. */
  authorize(shop: SimulatedShop, { query, url }: Call): Answer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.app.clientId || !URL.canParse(redirectUri)) {
      return { status: 400, page: '<h1>There is no such app</h1>' };
    }
    switch (query.get('decision') ?? '') {
      case 'allow':
        shop.scopes = this.granted(grantedOf(query.get('scope') ?? '', shop.scopes));
        return redirect(`${redirectUri}?${this.callbackQuery(shop, query.get('state') ?? '')}`);
      case 'deny':
        return redirect(
          `${redirectUri}?${new URLSearchParams({ error: 'access_denied', shop: shop.domain, state: query.get('state') ?? '' }).toString()}`,
        );
      default:
        return { status: 200, page: consentPage(shop, url, query.get('scope') ?? '') };
    }
  }

  /** Returns the query of the callback after consent. */
  callbackQuery(shop: SimulatedShop, state: string, at = new Date()): string {
    const code = newToken(this.codePrefix);
    shop.codes.add(code);
    const host = Buffer.from(`${shop.domain}/admin`).toString('base64url');
    return signedQuery({ code, host, shop: shop.domain, state, timestamp: String(Math.floor(at.getTime() / 1000)) }, this.app.secret);
  }

  /** Returns the query of the app's page when a merchant installs it from the app store. */
  installQuery(shop: SimulatedShop, at = new Date()): string {
    return signedQuery({ shop: shop.domain, timestamp: String(Math.floor(at.getTime() / 1000)) }, this.app.secret);
  }

  /** A code is of use to the app alone for which it was issued. */
  private get codePrefix(): string {
    return `code-${this.app.clientId}`;
  }

  async token(shop: SimulatedShop, { json }: Call): Promise<Answer> {
    await this.beforeToken();
    const failure = this.failures.shift();
    if (failure !== undefined) return { status: failure, body: { error: 'temporarily_unavailable' } };
    const type = typeof json['grant_type'] === 'string' ? json['grant_type'] : 'authorization_code';
    const isOurs = json['client_id'] === this.app.clientId && json['client_secret'] === this.app.secret;
    if (type === 'client_credentials') return this.tokenForCredentials(shop, isOurs);
    const code = String(json['code']);
    const isGood =
      isOurs &&
      (type === 'refresh_token'
        ? shop.tokens?.refresh === json['refresh_token']
        : code.startsWith(`${this.codePrefix}_`) && shop.codes.delete(code));
    this.grants.push(`${type} ${isGood ? 'ok' : 'invalid_grant'}`);
    if (!isGood) return { status: 400, body: { error: 'invalid_grant', error_description: 'The grant is not valid any more' } };
    const expiring = type === 'refresh_token' || json['expiring'] === '1';
    shop.installedApp = this.app;
    const { access, refresh } = shop.issueTokens(expiring ? this.accessTokenMs : null);
    const common = { access_token: access, scope: shop.scopes.join(',') };
    if (!expiring) return { status: 200, body: common };
    const expires = { expires_in: Math.round(this.accessTokenMs / 1000), refresh_token_expires_in: 7_776_000 };
    return { status: 200, body: { ...common, ...expires, refresh_token: refresh } };
  }

  private tokenForCredentials(shop: SimulatedShop, isOurs: boolean): Answer {
    const refusal = !isOurs
      ? 'application_cannot_be_found'
      : !this.organization.has(shop.domain)
        ? 'shop_not_permitted'
        : shop.installedApp !== this.app
          ? 'app_not_installed'
          : null;
    this.grants.push(`client_credentials ${refusal ?? 'ok'}`);
    if (refusal !== null) return { status: 400, body: { error: refusal, error_description: `Oauth error ${refusal}` } };
    const { access } = shop.issueTokens(this.accessTokenMs);
    return { status: 200, body: { access_token: access, scope: shop.scopes.join(','), expires_in: Math.round(this.accessTokenMs / 1000) } };
  }
}

/** Leaves out a permission to read that one to write implies, as the platform does. */
function grantedOf(asked: string, before: readonly string[]): readonly string[] {
  const scopes = asked.split(',').filter((scope) => scope !== '');
  return scopes.length === 0
    ? before
    : scopes.filter((scope) => !scopes.includes(scope.replace(/^read_/, 'write_')) || !scope.startsWith('read_'));
}

function consentPage({ domain }: SimulatedShop, url: URL, scope: string): string {
  const to = (decision: string): string => {
    const target = new URL(url);
    target.searchParams.set('decision', decision);
    return escapeHtml(target.href);
  };
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Simulated storefront</title>
<body style="font-family: sans-serif; max-width: 40em; margin: 4em auto">
<h1>Simulated storefront</h1>
<p>The app <b>Churn Scoring</b> asks for access to <b>${escapeHtml(domain)}</b>: ${escapeHtml(scope)}.</p>
<p><a href="${to('allow')}">Allow</a> &nbsp; <a href="${to('deny')}">Deny</a></p>
</body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
