import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, type TenantId } from '#libs/core';
import type { SecretBox } from '../secrets/secret-box.js';
import { readTenantTables } from '../tenant-data/tenant-tables.js';
import { copyTable, movedTables } from './copy-tables.js';
import { MoveSession } from './move-session.js';
import { resealCopy } from './reseal-copy.js';
import {
  backendOf,
  findMove,
  finishMove,
  isBeingDeleted,
  lockTarget,
  mayBeWritten,
  noteArrival,
  readLogins,
  resumeTenant,
  schemaVersion,
  stopTenant,
  takenLogins,
  tenantExists,
  tryLockSource,
} from './tenant-moves.sql.js';

/** An installation: its database, and the keys of its secrets. */
export interface Installation {
  readonly url: string;
  readonly box: SecretBox;
}

export interface MovedTenant {
  readonly tenant_id: TenantId;
  readonly state: 'moved' | 'cancelled';
  /** Absent when an earlier command has copied everything. */
  readonly tables?: number;
  readonly rows?: number;
  readonly secrets?: number;
}

/** A transaction of a process ends much earlier. */
const MOST_DRAIN_MS = 2 * MINUTE_MS;
const LOOK_EVERY_MS = 200;
const UNIQUE_VIOLATION = '23505';

/** The answer to the last commit is missing, so the tenant may live at the target. */
class UnknownOutcome extends Error {}

/**
 * Moves a tenant to another installation: stops it here, waits until nothing writes any more, copies all its rows in one snapshot into one
 * transaction of the target, compares them, and seals its secrets with the key of the target. When anything fails before the target
 * commits, the tenant goes on here. When the command is killed, the tenant stays stopped, and the same command goes on.
 * @param options.cancel true: lets a tenant go on here whose move was interrupted, unless it has arrived at the target
 */
export async function moveTenant(
  tenantId: TenantId,
  source: Installation,
  target: Installation,
  { cancel }: { readonly cancel: boolean },
): Promise<MovedTenant> {
  const open: MoveSession[] = [];
  const session = async (url: string, variable: string): Promise<MoveSession> => {
    const opened = await MoveSession.open(url, variable, tenantId);
    open.push(opened);
    return opened;
  };
  try {
    const to = await session(target.url, 'TARGET_DATABASE_URL');
    const [guard, from] = [await session(source.url, 'DATABASE_URL'), await session(source.url, 'DATABASE_URL')];
    return await new Move(tenantId, { guard, from, to }, source.box, target.box).run(cancel);
  } finally {
    for (const each of open) await each.close();
  }
}

class Move {
  constructor(
    private readonly tenantId: TenantId,
    private readonly sessions: { readonly guard: MoveSession; readonly from: MoveSession; readonly to: MoveSession },
    private readonly sourceBox: SecretBox,
    private readonly targetBox: SecretBox,
  ) {}

  async run(cancel: boolean): Promise<MovedTenant> {
    const { guard, from, to } = this.sessions;
    await guard.begin();
    if (!(await tryLockSource(guard.db))) throw new Error('another command is moving this tenant');
    await to.begin();
    await this.expectSameVersion();
    await lockTarget(to.db);
    const [here, there] = [await findMove(guard.db), await findMove(to.db)];
    if (here?.state === 'moved') throw new Error('the tenant was moved already: delete it here with "admin tenant delete"');
    if (here?.state === 'moving' && there?.move_id === here.move_id) return this.finish();
    try {
      if (cancel) return await this.cancel(here?.state === 'moving');
      return await this.copy();
    } catch (error) {
      if (error instanceof UnknownOutcome) throw error;
      // The target has committed nothing, and its lock keeps everybody else from doing so.
      await from.inTransaction(resumeTenant).catch((failed: unknown) => {
        throw new Error(`${textOf(error)}; the tenant stays stopped, because ${textOf(failed)}: repeat the command`, { cause: error });
      });
      throw error;
    }
  }

  private async expectSameVersion(): Promise<void> {
    const { guard, to } = this.sessions;
    const [here, there] = [await schemaVersion(guard.db), await schemaVersion(to.db).catch(toVersionError)];
    if (here.initial !== there.initial || here.migrations.join() !== there.migrations.join())
      throw new Error('the target has another version of the schema: bring both installations to the same release and migrate them');
    if (here.distributed || there.distributed)
      throw new Error('the tables of one installation are distributed with Citus: a move needs plain Postgres');
  }

  private async cancel(isStopped: boolean): Promise<MovedTenant> {
    if (!isStopped) throw new Error('no move of this tenant was interrupted');
    await this.sessions.from.inTransaction(resumeTenant);
    return { tenant_id: this.tenantId, state: 'cancelled' };
  }

  private async copy(): Promise<MovedTenant> {
    const { from, to } = this.sessions;
    await this.expectRoom();
    const { move_id: moveId } = await from.inTransaction(stopTenant);
    await this.drain();
    await from.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY');
    let copied: { tables: number; rows: number; secrets: number };
    try {
      const tables = movedTables(await readTenantTables(from.db));
      let rows = 0;
      for (const table of tables) rows += await copyTable(table, from, to);
      copied = { tables: tables.length, rows, secrets: await resealCopy(to.db, this.sourceBox, this.targetBox) };
      await noteArrival(to.db, moveId);
    } catch (error) {
      throw isUniqueViolation(error) ? new Error(`the target has a row that stands for the same: ${error.detail ?? error.message}`) : error;
    } finally {
      await from.rollback();
    }
    await to.commit().catch((error: unknown) => {
      throw new UnknownOutcome(
        `it is unknown whether the target has committed (${textOf(error)}); the tenant stays stopped here: repeat the command`,
      );
    });
    return { ...(await this.finish()), ...copied };
  }

  /** @throws before the tenant is stopped, when the move cannot succeed */
  private async expectRoom(): Promise<void> {
    const { guard, to } = this.sessions;
    if (await tenantExists(to.db)) throw new Error('the target has this tenant already');
    if (await isBeingDeleted(guard.db)) throw new Error('the tenant will be deleted: cancel that first with "admin tenant keep"');
    const logins = await readLogins(guard.db);
    const taken = new Set(await takenLogins(to.db, logins.map(({ email_hash: hash }) => hash))); // prettier-ignore
    const emails = logins.filter(({ email_hash: hash }) => taken.has(hash.toString('hex'))).map(({ email }) => email);
    if (emails.length > 0) throw new Error(`these people have an account of another tenant at the target: ${emails.join(', ')}`);
  }

  private async drain(): Promise<void> {
    const { guard, from } = this.sessions;
    const own = [await backendOf(guard.db)];
    const until = performance.now() + MOST_DRAIN_MS;
    while (await from.inTransaction((db) => mayBeWritten(db, own))) {
      if (performance.now() > until) throw new Error('a transaction of another process does not end: see pg_stat_activity');
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async finish(): Promise<MovedTenant> {
    await this.sessions.from.inTransaction(finishMove).catch((error: unknown) => {
      throw new UnknownOutcome(
        `the tenant lives at the target now and stays stopped here (${textOf(error)}): repeat the command to note that`,
      );
    });
    return { tenant_id: this.tenantId, state: 'moved' };
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isUniqueViolation = (error: unknown): error is Error & { detail?: string } =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

function toVersionError(error: unknown): never {
  throw new Error(`the target has no schema of this release: run "admin migrate" there (${textOf(error)})`, { cause: error });
}
