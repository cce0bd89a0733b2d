import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#libs/core';
import { type Limits, Server, type ServerOptions, UnrestrictedRole } from '../server.js';
import { positionOf, ReplicaFreshness } from './replica-freshness.js';

export interface ReplicaOptions {
  /** The URL of a streaming replica of the primary, with the same role. */
  readonly url: string;
  /** The greatest allowed age of its data. When it is older, reads go to the primary. */
  readonly maxLagMs: number;
  /** Called when reads begin or cease to go to it. */
  readonly onChange?: (isUsed: boolean, why: unknown) => void;
}

/** Counts where reads went: to the replica, or to the primary because the replica was late, away, failed, or did not have the row. */
export type ReadOutcome = 'replica' | 'unusable' | 'failed' | 'not_found';

export interface ReplicaState {
  readonly isUsable: boolean;
  /** The lag at the last check; null: not known. */
  readonly lagMs: number | null;
  readonly reads: Readonly<Record<ReadOutcome, number>>;
}

/**
 * Number of comparisons of replica and primary within the greatest lag. A replica that is fresh now stays usable at least for the next
 * reads.
 */
const CHECKS_PER_LAG = 4;
const LONGEST_CHECK_INTERVAL_MS = 250;
const CHECK_DEADLINE_MS = 1000;
/** Between attempts at a replica that cannot be reached. */
const RECONNECT_MS = 2000;
/** A replica that does not answer leaves this much of the time to the primary. */
const SHARE_OF_DEADLINE = 0.4;

const READ_ONLY = 'START TRANSACTION READ ONLY';
const ASK_PRIMARY = 'SELECT pg_current_wal_flush_lsn()::text AS position';
const ASK_REPLICA = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS position`;

const DIVERGED = 'it follows another primary: its log is ahead of that of DATABASE_URL';

/** Runs a read on a server, within the limits. */
type Read<T> = (server: Server, limits: Limits) => Promise<T>;

/** A streaming replica that answers reads while it is known to be recent enough. When it is not, reads go to the primary at once. */
export class ReadReplica {
  private server: Server | null = null;
  private readonly freshness = new ReplicaFreshness();
  private lagMs: number | null = null;
  /** Time of the last failure. Earlier sightings do not count. */
  private failedAt = Number.NEGATIVE_INFINITY;
  private seenAt = Number.NEGATIVE_INFINITY;
  private wasUsable: boolean | null = null;
  private readonly reads = { replica: 0, unusable: 0, failed: 0, not_found: 0 };
  private readonly closing = new AbortController();
  private watching: Promise<void> = Promise.resolve();

  private constructor(
    private readonly primary: Server,
    private readonly options: ReplicaOptions & Omit<ServerOptions, 'url'>,
  ) {}

  /**
   * Begins to look after it. It need not be there yet.
   * @throws `UnrestrictedRole` when it is, and its role sees too much
   */
  static async open(primary: Server, options: ReplicaOptions & Omit<ServerOptions, 'url'>): Promise<ReadReplica> {
    const replica = new ReadReplica(primary, options);
    await replica.compareWithPrimary();
    replica.watching = replica.compareRepeatedly();
    return replica;
  }

  get state(): ReplicaState {
    return { isUsable: this.usableServer() !== null, lagMs: this.lagMs, reads: { ...this.reads } };
  }

  /**
   * Asks the replica when it is recent enough. Asks the primary when the replica is too old, fails, or does not find what is asked for,
   * which may be too new for it.
   */
  async ask<T>(read: Read<T>, deadlineMs: number): Promise<T> {
    const until = performance.now() + deadlineMs;
    const server = this.usableServer();
    let outcome: ReadOutcome = 'unusable';
    if (server !== null) {
      try {
        const answer = await read(server, { deadlineMs: deadlineMs * SHARE_OF_DEADLINE, tries: 1 });
        this.reads.replica += 1;
        return answer;
      } catch (error) {
        outcome = this.outcomeOfError(error);
      }
    }
    this.reads[outcome] += 1;
    return read(this.primary, { deadlineMs: until - performance.now() });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.watching;
    await this.server?.close();
  }

  /** @throws the error, when it is an answer. */
  private outcomeOfError(error: unknown): ReadOutcome {
    if (error instanceof AppError && error.code === 'not_found') return 'not_found';
    if (error instanceof AppError && error.code !== 'service_unavailable') throw error;
    // Recovery cancels single statements, so the replica stays in use. After any other error the next check decides.
    if (!isRecoveryConflict(error)) {
      this.failedAt = performance.now();
      this.reportChange(error);
    }
    return 'failed';
  }

  private usableServer(): Server | null {
    const age = this.freshness.ageMs(performance.now());
    return this.failedAt < this.seenAt && age !== null && age <= this.options.maxLagMs ? this.server : null;
  }

  private async compareRepeatedly(): Promise<void> {
    const everyMs = Math.min(LONGEST_CHECK_INTERVAL_MS, this.options.maxLagMs / CHECKS_PER_LAG);
    while (!this.closing.signal.aborted) {
      const wait = this.failedAt < this.seenAt ? everyMs : RECONNECT_MS;
      await sleep(wait, undefined, { signal: this.closing.signal, ref: false }).catch(() => undefined);
      if (!this.closing.signal.aborted) await this.compareWithPrimary().catch((error: unknown) => this.options.onChange?.(false, error));
    }
  }

  /** Compares the two. */
  private async compareWithPrimary(): Promise<void> {
    const at = performance.now();
    // A primary that does not answer says nothing against the replica, which counts as it was seen last for as long as it may be late.
    const end = await positionIn(this.primary, ASK_PRIMARY).catch(() => null);
    if (end !== null) this.freshness.sawPrimary(at, end);
    try {
      this.server ??= await Server.connect(this.options, CHECK_DEADLINE_MS);
      const replayed = await positionIn(this.server, ASK_REPLICA);
      this.freshness.sawReplica(
        replayed,
        end !== null && replayed > end ? await positionIn(this.primary, ASK_PRIMARY).catch(() => null) : null,
      );
      this.lagMs = this.freshness.ageMs(at);
      this.seenAt = at;
      this.reportChange(
        this.freshness.hasDiverged ? DIVERGED : `${this.lagMs === null ? 'nobody knows how far' : `${Math.round(this.lagMs)} ms`} behind`,
      );
    } catch (error) {
      if (error instanceof UnrestrictedRole) throw error;
      this.failedAt = performance.now();
      this.lagMs = null;
      this.reportChange(error);
    }
  }

  private reportChange(why: unknown): void {
    const isUsable = this.usableServer() !== null;
    if (isUsable === this.wasUsable) return;
    this.wasUsable = isUsable;
    this.options.onChange?.(isUsable, why);
  }
}

async function positionIn(server: Server, question: string): Promise<bigint> {
  const [row] = await server.run(READ_ONLY, (send) => send(question, []), { deadlineMs: CHECK_DEADLINE_MS, tries: 1 });
  const position = row?.['position'];
  if (typeof position !== 'string') throw new Error('DATABASE_READ_URL leads to no replica: the server is not in recovery');
  return positionOf(position);
}

/** Serialization failure: the error of a replica for a statement that conflicted with replaying the log. */
const RECOVERY_CONFLICT = '40001';

const isRecoveryConflict = (error: unknown): boolean =>
  error instanceof AppError &&
  typeof error.cause === 'object' &&
  error.cause !== null &&
  'code' in error.cause &&
  error.cause.code === RECOVERY_CONFLICT;
