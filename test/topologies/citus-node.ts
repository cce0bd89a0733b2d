import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithUs } from '../../tools/processes/end-with-us.mjs';
import { signalTo, withDescendants } from '../support/servers/descendants.js';

const GONE_WITHIN_MS = 30_000;
const readParts = (file: string): string[] => readFileSync(file, 'utf8').split('\0').slice(0, -1);

/** A Postgres that the topology started, which a test kills and starts again as it was. */
export class CitusNode {
  private readonly command: readonly string[];
  private readonly env: Record<string, string>;
  private readonly account: { readonly uid: number; readonly gid: number };
  private restarted: ChildProcess | null = null;

  /** @param pid of its postmaster */
  constructor(private readonly pid: number) {
    this.command = readParts(`/proc/${pid}/cmdline`);
    this.env = Object.fromEntries(
      readParts(`/proc/${pid}/environ`).map((each) => [each.split('=', 1)[0]!, each.slice(each.indexOf('=') + 1)]),
    );
    const { uid, gid } = statSync(`/proc/${pid}`);
    this.account = { uid, gid };
  }

  /** Ends all of its processes at once, without a chance to clean up. */
  async kill(): Promise<void> {
    const pids = withDescendants(this.pid);
    for (const pid of pids) signalTo(pid, 'SIGKILL');
    const until = Date.now() + GONE_WITHIN_MS;
    while (pids.some(isRunning)) {
      if (Date.now() > until) throw new Error('the node is not gone');
      await sleep(20);
    }
  }

  start(): void {
    const [program = '', ...args] = this.command;
    this.restarted = spawn(program, args, { ...this.account, env: this.env, detached: true, stdio: 'ignore' });
    endWithUs(this.restarted, 'QUIT');
  }

  /** Stops what `start` has started. */
  async stop(): Promise<void> {
    if (this.restarted?.exitCode !== null) return;
    const ended = once(this.restarted, 'exit');
    this.restarted.kill('SIGINT');
    await ended;
  }
}

function isRunning(pid: number): boolean {
  try {
    // A zombie stays in the list until its parent has collected its exit status.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
