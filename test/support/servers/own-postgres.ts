import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { signalTo, withDescendants } from './descendants.js';
import { freePort } from './service-process.js';

const ROOT = path.resolve(__dirname, '../../..');
const START_TRIES = 20;

interface RunningServer {
  readonly url: string;
  readonly pid: number;
}

/** A Postgres of a test's own, with the settings of `npm start` and on a port that it keeps, so that it can be hurt. */
export class OwnPostgres {
  private keeper: ChildProcess | null = null;
  private running: RunningServer | null = null;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly replicaOf: string | null,
  ) {}

  /**
   * @param folder for its data; its maker deletes it
   * @param replicaOf URL of the superuser of another one: this one streams from it
   */
  static async start(folder: string, replicaOf: string | null = null): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(folder, await freePort(), replicaOf);
    await postgres.start();
    return postgres;
  }

  /** The URL of the superuser. */
  get url(): string {
    return this.running?.url ?? '';
  }

  /** Starts it again after it was stopped or killed. What a killed one has left may take a moment to go. */
  async start(): Promise<void> {
    for (let tries = 1; this.keeper === null; tries += 1) {
      await this.tryStart().catch(async (error: unknown) => {
        if (tries === START_TRIES) throw error;
        await sleep(250);
      });
    }
  }

  /** The fast shutdown: open transactions are rolled back. */
  async stop(): Promise<void> {
    const { keeper } = this;
    if (keeper === null) return;
    this.keeper = null;
    const ended = once(keeper, 'exit');
    keeper.stdin?.end();
    await ended;
  }

  /** Ends all of it at once, without a chance to clean up. */
  async kill(): Promise<void> {
    for (const pid of this.pids()) signalTo(pid, 'SIGKILL');
    await this.stop();
  }

  /** Stops all processes: Postgres does not answer until `thaw`, and connections stay open. */
  freeze(): void {
    const [postmaster = 0, ...others] = this.pids();
    signalTo(postmaster, 'SIGSTOP');
    for (const pid of others) signalTo(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.pids()) signalTo(pid, 'SIGCONT');
  }

  /** The postmaster first. */
  pids(): number[] {
    return this.running === null ? [] : withDescendants(this.running.pid);
  }

  private async tryStart(): Promise<void> {
    const script = path.join(ROOT, 'tools/servers/embedded-services.mjs');
    const args = [script, '--only', 'postgres', '--data-dir', this.folder, '--postgres-port', String(this.port)];
    if (this.replicaOf !== null) args.push('--replica-of', this.replicaOf);
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] });
    let complaints = '';
    child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
    const ended = once(child, 'exit').then((): never => {
      throw new Error(`Postgres did not start: ${complaints}`);
    });
    const line = new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
    const text = await Promise.race([line, ended]);
    ended.catch(() => undefined);
    this.running = (JSON.parse(text) as { postgres: RunningServer }).postgres;
    this.keeper = child;
  }
}
