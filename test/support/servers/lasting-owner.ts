import { Client, type QueryResult, type QueryResultRow } from 'pg';

/** The part of a connection that tests need to look behind the service. */
export interface OwnerConnection {
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** The owner's view of a database that may be away: connects again when its connection is lost. */
export class LastingOwner implements OwnerConnection {
  private client: Promise<Client> | null = null;

  constructor(private readonly url: string) {}

  async query<Row extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<QueryResult<Row>> {
    this.client ??= this.session();
    const current = this.client;
    try {
      return await (await current).query<Row>(sql, values);
    } catch (error) {
      // After any error, the next query gets a connection that works.
      this.client = null;
      void current.then((client) => client.end()).catch(() => undefined);
      throw error;
    }
  }

  /** A connection of the caller's own, for locks and transactions. The caller ends it. */
  async session(): Promise<Client> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
    // The next query reports a lost connection too.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    const client = await this.client?.catch(() => null);
    this.client = null;
    await client?.end().catch(() => undefined);
  }
}
