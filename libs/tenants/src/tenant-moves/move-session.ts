import type { TenantId } from '#libs/core';
import { Client } from 'pg';
import { APP_ROLE, TenantDb } from '#libs/database';

const CONNECT_MS = 10_000;

/** A copy may take hours. The formats make a value the same text at both installations. */
const FOR_LONG_WORK = `
SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '30s';
SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex';
SET LOCAL extra_float_digits = 1`;

/**
 * A connection of a move. It works as the restricted role, so row-level security keeps it to the rows of its tenant. All settings belong
 * to transactions, so a pooler may lie between.
 */
export class MoveSession {
  private constructor(
    readonly client: Client,
    readonly db: TenantDb,
    private readonly variable: string,
  ) {}

  /**
   * @param variable where the URL comes from, for the message
   * @throws Error when the server cannot be reached or refuses the role
   */
  static async open(url: string, variable: string, tenantId: TenantId): Promise<MoveSession> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'churn-move',
    });
    // Statements that wait fail too; without a listener the process would end.
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      throw new Error(`cannot connect to ${variable}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
    const send = async (sql: string, values: readonly unknown[]) => (await client.query(sql, [...values])).rows;
    const db = new TenantDb(tenantId, send, () => {
      throw new Error('a move sends statements of its own');
    });
    return new MoveSession(client, db, variable);
  }

  /**
   * @param mode `ISOLATION LEVEL …`, or nothing
   * @throws Error when the role of the URL is not the restricted one and may not take it on
   */
  async begin(mode = ''): Promise<void> {
    await this.client.query(`START TRANSACTION ${mode}`);
    await this.client.query(`SET LOCAL ROLE ${APP_ROLE}`).catch((error: Error) => {
      throw new Error(`${this.variable} cannot work as ${APP_ROLE} (${error.message}): use the URL of that role`, { cause: error });
    });
    await this.client.query(`SET LOCAL app.tenant_id = '${this.db.tenantId}'; ${FOR_LONG_WORK}`);
  }

  async commit(): Promise<void> {
    const { command } = await this.client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  async rollback(): Promise<void> {
    await this.client.query('ROLLBACK');
  }

  /** Runs `work` in a transaction of its own. */
  async inTransaction<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    await this.begin();
    try {
      const result = await work(this.db);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback().catch(() => undefined);
      throw error;
    }
  }

  /** Ends the connection. An open transaction is rolled back. */
  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
