import { StoppedError } from '#libs/terminal';

/** The part of GET /integrations that the demo reads. */
export interface ShownConnection {
  readonly shop: string | null;
  readonly status: string;
  readonly webhooks: readonly { readonly topic: string; readonly ok: boolean }[];
  readonly import: { readonly state: string; readonly done: number; readonly total: number | null };
}

/** A signed-in user who calls the service like the dashboard. */
export class DashboardSession {
  private constructor(
    readonly serviceUrl: string,
    private readonly token: string,
  ) {}

  /** @throws StoppedError when the service refuses the sign-in. */
  static async begin(serviceUrl: string, login: { email: string; password: string }): Promise<DashboardSession> {
    const { access_token: token } = await ask<{ access_token: string }>(`${serviceUrl}/auth/login`, 'POST', {}, login);
    return new DashboardSession(serviceUrl, token);
  }

  connection(): Promise<ShownConnection> {
    return this.call('GET', '/integrations');
  }

  async beginConnection(shop: string): Promise<string> {
    return (await this.call<{ authorize_url: string }>('POST', '/integrations/storefront/connect', { shop })).authorize_url;
  }

  async disconnect(): Promise<void> {
    await this.call('DELETE', '/integrations/storefront');
  }

  /** @returns null for a customer without a score. */
  async scoreOf(customerId: bigint): Promise<string | null> {
    const reply = await this.call<{ churn: { score: string; label: string } | null }>(
      'GET',
      `/dashboard/customers/${customerId}/churn`,
    ).catch(() => null);
    return reply?.churn == null ? null : `${reply.churn.score} (${reply.churn.label})`;
  }

  /** Opens a callback address of the service, as the signed-in browser does. */
  async visit(address: string): Promise<void> {
    await fetch(address, { redirect: 'manual', headers: { Cookie: `auth_token=${this.token}` } });
  }

  /** Tells whether the service has something to show at the address. */
  async has(path: string): Promise<boolean> {
    return (await fetch(`${this.serviceUrl}${path}`, { headers: { Authorization: `Bearer ${this.token}` } })).ok;
  }

  /** @throws StoppedError when the service refuses the call. */
  call<Reply>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    return ask<Reply>(`${this.serviceUrl}${path}`, method, { ...headers, Authorization: `Bearer ${this.token}` }, body);
  }
}

async function ask<Reply>(url: string, method: string, headers: Record<string, string>, body?: object): Promise<Reply> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(url, { method, headers: { ...headers, 'Content-Type': 'application/json' }, ...json }).catch(() => {
    throw new StoppedError(`The service at ${new URL(url).origin} does not answer. Is "npm start" still running?`);
  });
  const text = await answer.text();
  if (!answer.ok) throw new StoppedError(`${method} ${new URL(url).pathname} was answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Reply;
}
