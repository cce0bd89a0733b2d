import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { childrenFirst, deleteRows, moveSignIn, readTenantTables, type RowPlace, SecretBox, type TenantTable } from '#libs/tenants';
import { type Mail, queueMailToOwners, securityMail, sendWaitingMails } from '#libs/mail';
import { Log } from '#libs/observability';
import { runSlice } from '../../runner/jobs/run-slice.js';
import type { Stage } from '../../runner/stage.js';
import {
  beginDeletion,
  countDeleted,
  deleteTenantRow,
  endTenantAccess,
  findTenantsToDelete,
  goesLast,
  isQuiet,
  noteDeletionTry,
  peopleWithPasswords,
  takeDeletion,
} from './delete-tenant.sql.js';
import { EndShop } from './end-shop.js';

const lastMail = (to: string): Mail => securityMail(to, { kind: 'deletion_begun' });

/**
 * Deletes tenants after their days of grace: first all access, then the rows of every table, last the tenant. It reads the tables from the schema,
 * so it covers future tables too. The next round finds what requests or workers wrote in the meantime. A crash costs one transaction.
 */
@Injectable()
export class DeleteTenant implements Stage<TenantId> {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly shop: EndShop,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  findDue(): Promise<TenantId[]> {
    return findTenantsToDelete(this.database, this.clock.now());
  }

  /** Deletes until the tenant is gone, another worker has it, or the slice is used up. */
  async work(tenantId: TenantId): Promise<boolean> {
    await this.begin(tenantId);
    const tables = await this.database.transaction(tenantId, async (db) => {
      await noteDeletionTry(db);
      return readTenantTables(db);
    });
    const walk = new Walk(childrenFirst(tables).filter((table) => !goesLast(table)));
    const step = (): Promise<boolean> => this.database.transaction(tenantId, (db) => walk.deleteSome(db));
    return runSlice({ step, finish: () => this.finish(tenantId, walk), stepsAtOnce: 1 });
  }

  private async begin(tenantId: TenantId): Promise<void> {
    const now = this.clock.now();
    // Those who belong to other tenants too sign in there from now on.
    const people = await this.database.transaction(tenantId, (db) => peopleWithPasswords(db, now));
    for (const userId of people) await moveSignIn(this.database, this.box, { tenantId, userId });
    const begun = await this.database.transaction(tenantId, async (db) => {
      if (!(await beginDeletion(db, now))) return null;
      // The deletion waits for the last mails.
      await sendWaitingMails(db, now);
      await endTenantAccess(db);
      await queueMailToOwners(db, this.box, lastMail, { now, lifetimeMs: DAY_MS });
      return { shop: await this.shop.end(db, now) };
    });
    if (begun === null) return;
    this.log.info('tenant.deletion_begun', { tenantId });
    if (begun.shop !== null) await this.shop.revoke(tenantId, begun.shop);
  }

  private async finish(tenantId: TenantId, walk: Walk): Promise<void> {
    const isGone = await this.database.transaction(tenantId, async (db) => {
      if (!walk.isAtEnd || !(await takeDeletion(db)) || !(await isQuiet(db)) || (await walk.hasRows(db))) return false;
      await deleteTenantRow(db);
      return true;
    });
    if (isGone) this.log.info('tenant.deleted', { tenantId });
  }
}

/** Walks over the tables of a tenant, and remembers how far it has come. */
class Walk {
  private index = 0;
  private after: RowPlace | null = null;

  constructor(private readonly tables: readonly TenantTable[]) {}

  get isAtEnd(): boolean {
    return this.index === this.tables.length;
  }

  /** Deletes some rows. @returns whether there is more to do for this process */
  async deleteSome(db: TenantDb): Promise<boolean> {
    const table = this.tables[this.index];
    if (table === undefined || !(await takeDeletion(db))) return false;
    const deleted = await deleteRows(db, table, this.after);
    if (deleted !== null) await countDeleted(db, deleted.rows);
    else this.index += 1;
    this.after = deleted?.place ?? null;
    return true;
  }

  /** Returns whether a table has rows again, and deletes some of them. */
  async hasRows(db: TenantDb): Promise<boolean> {
    for (const table of this.tables) if ((await deleteRows(db, table, null)) !== null) return true;
    return false;
  }
}
