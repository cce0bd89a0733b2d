import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { SecretKey } from '#libs/core';
import { Environment } from './environment.js';
import { readSecretKeys } from './secret-keys.js';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.js';

/** Everything that can be set, read once at start. See `.env.example` for what each variable means. */
export class Config {
  readonly production: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly api: { readonly host: string; readonly port: number; readonly publicUrl: string; readonly trustProxy: TrustedProxies };
  readonly rateLimit: {
    /** Requests per minute from one IP address without a credential. */
    readonly perAddress: number;
    readonly redisTimeoutMs: number;
    readonly onRedisLoss: 'refuse' | 'local';
    /** What part of a limit one process gives while it counts alone. */
    readonly localSharePercent: number;
  };
  readonly worker: {
    readonly host: string;
    readonly port: number;
    readonly sweepIntervalMs: number;
    readonly nightlyHourUtc: number;
    /** How long a recalculation without `force` keeps a score. */
    readonly scoreTtlMs: number;
  };
  readonly database: { readonly url: string; readonly poolSize: number; readonly preparedStatements: boolean };
  readonly redis: { readonly url: string };
  /** Keys for secrets at rest: the first seals, all open. Never empty. */
  readonly secretKeys: readonly SecretKey[];
  /** Shifts the clock of the process; zero outside tests. */
  readonly clockOffsetMs: number;
}

/** Thrown when the environment does not hold a usable configuration. The message lists every problem, a line each. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\nSee .env.example.`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and judges the whole environment at once.
 * @throws ConfigError naming every variable that is missing or wrong.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable counts as not set: that is what `FOO=` in an env file means to people.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const settings = plainToInstance(Environment, given, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const problems = validateSync(settings, { stopAtFirstError: true }).map((error) => {
    const [sentence = `${error.property} is not valid`] = Object.values(error.constraints ?? {});
    return sentence;
  });
  if (settings.NODE_ENV === 'production' && settings.TEST_CLOCK_OFFSET_MS !== 0) {
    problems.push('TEST_CLOCK_OFFSET_MS is for tests and must not be set in production');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(toConfig(settings));
}

const toConfig = (settings: Environment): Config => ({
  production: settings.NODE_ENV === 'production',
  logLevel: settings.LOG_LEVEL,
  api: {
    host: settings.API_HOST,
    port: settings.API_PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://127.0.0.1:${settings.API_PORT}`,
    trustProxy: readTrustedProxies(settings.TRUST_PROXY) ?? false,
  },
  rateLimit: {
    perAddress: settings.RATE_LIMIT_PER_ADDRESS,
    redisTimeoutMs: settings.RATE_LIMIT_REDIS_TIMEOUT_MS,
    onRedisLoss: settings.RATE_LIMIT_ON_REDIS_LOSS,
    localSharePercent: settings.RATE_LIMIT_LOCAL_SHARE,
  },
  worker: {
    host: settings.WORKER_HOST,
    port: settings.WORKER_PORT,
    sweepIntervalMs: settings.SWEEP_INTERVAL_MS,
    nightlyHourUtc: settings.NIGHTLY_HOUR_UTC,
    scoreTtlMs: settings.SCORE_TTL_SECONDS * 1000,
  },
  database: {
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    preparedStatements: settings.DATABASE_PREPARED_STATEMENTS === 'true',
  },
  redis: { url: settings.REDIS_URL },
  secretKeys: readSecretKeys(settings.SECRETS_KEY) ?? [],
  clockOffsetMs: settings.TEST_CLOCK_OFFSET_MS,
});
