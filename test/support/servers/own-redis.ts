import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { endWithUs } from '../../../tools/processes/end-with-us.mjs';
import { signalTo } from './descendants.js';
import { freePort } from './service-process.js';

const TOOLS = path.resolve(__dirname, '../../../tools');
const ANSWER_LIMIT_MS = 15_000;

/** The Redis server of this machine, as the tools find or fetch it. */
export interface RedisProgram {
  readonly kind: 'valkey-server' | 'redis-server' | 'js-redis-server';
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function findRedisProgram(): Promise<RedisProgram> {
  const door = pathToFileURL(path.join(TOOLS, 'servers/redis-programs.mjs')).href;
  const script = `const { findRedis } = await import(${JSON.stringify(door)}); console.log(JSON.stringify(await findRedis(console.error)))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout) as RedisProgram;
}

/** A Redis of a test's own, without a password and on a port that it keeps, so that it can be hurt. It writes nothing to disk. */
export class OwnRedis {
  private child: ChildProcess | null = null;

  private constructor(
    readonly program: RedisProgram,
    readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings as on its command line */
  static async start(program: RedisProgram, settings: readonly string[] = []): Promise<OwnRedis> {
    const redis = new OwnRedis(program, await freePort(), settings);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts it, empty, and waits until it answers. */
  async start(): Promise<void> {
    const { command, args, env, kind } = this.program;
    const own = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...this.settings];
    const settings = kind === 'js-redis-server' ? ['--single', '--port', String(this.port)] : own;
    this.child = spawn(command, [...args, ...settings], { env: { ...process.env, ...env }, stdio: 'ignore' });
    endWithUs(this.child);
    await this.ask((redis) => redis.ping());
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child === null || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    if (this.isRunning) signalTo(this.child?.pid ?? 0, signal);
  }

  /** Runs commands on a connection of their own. @param limitMs for all commands together */
  async ask<T>(question: (redis: Redis) => Promise<T>, limitMs = ANSWER_LIMIT_MS): Promise<T> {
    const redis = new Redis(this.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Redis has not answered within ${limitMs} ms`)), limitMs);
    });
    try {
      return await Promise.race([question(redis), late]);
    } finally {
      clearTimeout(timer);
      redis.disconnect();
    }
  }
}
