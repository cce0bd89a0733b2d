import { patient } from '../waiting/limits.js';
import request, { type Test } from 'supertest';
import { ChurnClient, type ChurnClientOptions, type ChurnDetail } from '#libs/client';
import type { LeasedKind } from '#libs/work';
import type { OwnerConnection } from '../servers/lasting-owner.js';
import { remember } from '../people/mailed-secrets.js';

/** A tenant as its own server sees the service: over HTTP, with its API key. */
export class Shop {
  constructor(
    private readonly baseUrl: string,
    readonly tenantId: string,
    readonly apiKey: string,
    private readonly owner: OwnerConnection,
  ) {
    remember(apiKey);
  }

  /** The same shop over another api process. */
  via(baseUrl: string): Shop {
    return new Shop(baseUrl, this.tenantId, this.apiKey, this.owner);
  }

  /** The shop through our client package. */
  client(options: Partial<ChurnClientOptions> = {}): ChurnClient {
    return new ChurnClient({ baseUrl: this.baseUrl, apiKey: this.apiKey, ...options });
  }

  get(path: string): Test {
    return this.call('GET', path);
  }

  call(method: string, path: string): Test {
    return request(this.baseUrl)[method.toLowerCase() as 'get'](path).set('X-API-Key', this.apiKey);
  }

  post(path: string, body: object | string): Test {
    return request(this.baseUrl).post(path).set('X-API-Key', this.apiKey).set('Content-Type', 'application/json').send(body);
  }

  delete(path: string): Test {
    return request(this.baseUrl).delete(path).set('X-API-Key', this.apiKey);
  }

  /** Sends one batch, expects that all events are accepted, and waits for the scores. */
  async send(...events: object[]): Promise<void> {
    const response = await this.post('/events', { events });
    if (response.status !== 202) throw new Error(`not accepted: ${response.status} ${JSON.stringify(response.body)}`);
    await this.settled();
  }

  /** Not through the client: an address in the hands of `fetch` carries no customer named "..". */
  async churnOf(customerId: string): Promise<ChurnDetail> {
    const response = await this.get(`/customers/${encodeURIComponent(customerId)}/churn`);
    if (response.status !== 200) throw new Error(`no churn of ${customerId}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body as ChurnDetail;
  }

  /** Waits until every event that was acknowledged has reached its customer's score. */
  async settled(timeoutMs = 30_000): Promise<void> {
    const deadline = Date.now() + patient(timeoutMs);
    for (;;) {
      const { rows } = await this.owner.query<{ due: number }>('SELECT count(*)::int AS due FROM score_requests WHERE tenant_id = $1', [
        this.tenantId,
      ]);
      if (rows[0]?.due === 0) return;
      if (Date.now() > deadline) throw new Error(`${rows[0]?.due} score requests are still due after ${timeoutMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Rows of one of the tenant's tables, as stored. */
  async rows<Row>(table: string, columns = '*'): Promise<Row[]> {
    const { rows } = await this.owner.query(`SELECT ${columns} FROM ${table} WHERE tenant_id = $1`, [this.tenantId]);
    return rows as Row[];
  }

  /** Returns whether a worker holds work of the kind. */
  async isHeld(kind: LeasedKind): Promise<boolean> {
    const leases = await this.rows<{ kind: string; token: string | null }>('work_leases', 'kind, token');
    return leases.some((lease) => lease.kind === kind && lease.token !== null);
  }

  /** Lets workers take the work of a worker that died, or that rests after a failure. */
  async wakeWork(): Promise<void> {
    await this.owner.query('UPDATE work_leases SET until = now(), not_before = now() WHERE tenant_id = $1', [this.tenantId]);
  }

  /** Lets a worker look at the connection of the storefront now, as if `set` had come with time. */
  async makeStorefrontDue(...set: string[]): Promise<void> {
    const due = ["sync_due_at = now() - interval '1 day'", ...set].join(', ');
    await this.owner.query(`UPDATE storefront_connections SET ${due} WHERE tenant_id = $1`, [this.tenantId]);
    await this.owner.query('DELETE FROM work_leases WHERE tenant_id = $1 AND until <= now()', [this.tenantId]);
  }

  /** The tables that have rows of tenants. */
  async tables(): Promise<string[]> {
    const { rows } = await this.owner.query<{ name: string }>(
      `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'`,
    );
    return rows.map(({ name }) => name);
  }

  /** Rows of one of the tenant's tables, once the worker has folded and scored everything that was acknowledged. */
  async settledRows<Row>(table: string, columns = '*'): Promise<Row[]> {
    await this.settled();
    return this.rows<Row>(table, columns);
  }

  /** Deletes the data of the shop directly in the database, so that a test can send its history again. */
  async deleteAllData(): Promise<void> {
    for (const table of ['events', 'orders', 'score_requests', 'score_history', 'outbox', 'customers', 'daily_score_changes']) {
      await this.owner.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [this.tenantId]);
    }
  }
}
