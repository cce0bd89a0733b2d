import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { endWithUs } from '../../../tools/processes/end-with-us.mjs';
import { patient } from '../waiting/limits.js';
import { secretsIn } from '../people/mailed-secrets.js';

const ROOT = path.resolve(__dirname, '../../..');

/** The built program of an app. */
export const mainOf = (app: 'api' | 'scoring-worker'): string => path.join(ROOT, `dist/apps/${app}/bundle/main.js`);

/** A start takes a second or two; a machine with much else to do takes its time. */
const START_LIMIT_MS = patient(60_000);
const STOP_LIMIT_MS = patient(20_000);

/** Below the ports that Linux gives to outgoing connections (`ip_local_port_range`): none of those takes it before its process does. */
const PORTS = { from: 10_000, to: 32_768 };

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  // A client may still look for an earlier process on this port.
  server.on('connection', (socket: Socket) => socket.destroy());
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** The processes that a test file has started. They are stopped here, because a hook that fails leaves the others running. */
const started: ServiceProcess[] = [];
let isOver = false;
afterAll(async () => {
  isOver = true;
  await Promise.all(started.map(stopOrKill));
});

async function stopOrKill(service: ServiceProcess): Promise<void> {
  // The log of a process that a test killed is not checked: it may contain secrets on purpose.
  if (!service.isRunning) return;
  const patience = setTimeout(() => service.signal('SIGKILL'), STOP_LIMIT_MS);
  await service.stop().finally(() => clearTimeout(patience));
}

/** One of the two apps as a real process of the built code, on a port of its own that it keeps across restarts. */
export class ServiceProcess {
  private child: ChildProcess | null = null;
  private printed = '';

  constructor(
    protected readonly app: 'api' | 'scoring-worker',
    readonly port: number,
    private readonly env: Record<string, string>,
  ) {
    started.push(this);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}${this.app === 'api' ? '/api/v1' : ''}`;
  }

  /** Everything the process has printed, over all its lives. */
  get output(): string {
    return this.printed;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the process and waits until it says that it is up. */
  async start(env: Record<string, string> = {}): Promise<void> {
    if (isOver) throw new Error(`the ${this.app} is no longer needed: its tests are over`);
    const child = spawn(process.execPath, ['--enable-source-maps', mainOf(this.app)], {
      env: { PATH: process.env['PATH'], ...this.env, ...env },
    });
    endWithUs(child);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (this.printed += data.toString()));
    this.child = child;
    await this.untilUp(() => child.exitCode !== null);
  }

  /**
   * Asks it to end, as an orchestrator does.
   * @returns its exit code. @throws when anything that it has printed in its lives is a secret or names a person.
   */
  async stop(): Promise<number | null> {
    const code = await this.end('SIGTERM');
    assert.deepEqual(secretsIn(this.output), [], `the logs of the ${this.app} contain secrets`);
    return code;
  }

  /** Ends it without a chance to clean up. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** @throws Error with the last output, when it has ended or is not up in time */
  protected async untilUp(hasEnded: () => boolean): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS;
    while (!(await this.isUp())) {
      if (hasEnded() || Date.now() > deadline) throw new Error(`the ${this.app} did not start:\n${this.output.slice(-3000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }

  private async isUp(): Promise<boolean> {
    return fetch(`${this.url}/health`).then(
      (response) => response.ok,
      () => false,
    );
  }
}
