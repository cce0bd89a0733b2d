import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { DAY_MS, type PlanId, type RedisServers, type SecretKey } from '#libs/core';
import { Environment } from './environment.js';
import { readCidrList, readPortList } from './network-lists.js';
import { openToForgery, originOf, readOrigins } from './origins.js';
import { readOtlpHeaders } from './otlp-headers.js';
import { type PlanPrice, readPlanPrices } from './plan-prices.js';
import { readRedisServers } from './redis-servers.js';
import type { Registration } from './registration.js';
import { readSecretKeys } from './secret-keys.js';
import { storefrontAppsOf, type StorefrontApps, storefrontProblems } from './storefront-apps.js';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.js';

/** The kinds of work of a worker: scores, or outbound webhooks. */
export type WorkerQueues = 'scoring' | 'delivery';

/** Everything that can be set, read once at start. See `.env.example` for what each variable means. */
export class Config {
  readonly production: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly api: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl: string;
    readonly trustProxy: TrustedProxies;
    /** Time in which the API keeps serving after SIGTERM, while it reports that it is not ready. */
    readonly drainMs: number;
    /** The replica for reads that may lag, and its maximum lag; null: all reads use the primary. */
    readonly replica: { readonly url: string; readonly maxLagMs: number } | null;
  };
  readonly rateLimit: {
    /** Requests per minute from one IP address without a credential. */
    readonly perAddress: number;
    /** Requests per minute from one IP address to each path that takes passwords, codes or tokens. */
    readonly strict: number;
    /** Tenants that people of one network may register within a day. */
    readonly registrations: number;
    readonly redisTimeoutMs: number;
    readonly onRedisLoss: 'refuse' | 'local';
    /** Share of a limit that one process allows while it counts alone. */
    readonly localSharePercent: number;
  };
  readonly worker: {
    readonly host: string;
    readonly port: number;
    readonly sweepIntervalMs: number;
    readonly nightlyHourUtc: number;
    /** True when this process fits models. Every worker scores with them. */
    readonly fitsModels: boolean;
    /** Transactions that score fresh events of one tenant at the same time. */
    readonly chunksPerTenant: number;
    /** Age up to which a recalculation without `force` keeps a score. */
    readonly scoreTtlMs: number;
    /** The kinds of work that the process does. */
    readonly queues: readonly WorkerQueues[];
  };
  /** The addresses that webhooks may reach. */
  readonly webhooks: {
    readonly production: boolean;
    /** First and last of each range. */
    readonly ports: readonly (readonly [number, number])[];
    /** Private networks that are allowed, in CIDR notation. */
    readonly openRanges: readonly string[];
    /** Divisor of the waits between attempts; 1 outside tests. */
    readonly speed: number;
  };
  /** Addresses of vendors, without a slash at the end. */
  readonly vendors: { readonly klaviyoUrl: string; readonly slackUrl: string };
  /** The storefront platforms, and the operator's apps there. */
  readonly storefront: {
    readonly apps: StorefrontApps;
    /** The addresses that shops may have: the same rules as for webhooks, with their own networks. */
    readonly network: Pick<Config['webhooks'], 'production' | 'ports' | 'openRanges'>;
  };
  readonly database: { readonly url: string; readonly poolSize: number; readonly preparedStatements: boolean };
  readonly redis: RedisServers;
  readonly auth: {
    /** Signs access and refresh tokens; 32 bytes or more. */
    readonly jwtSecret: string;
    /** bcrypt cost: each step doubles the time of a guess. */
    readonly passwordCost: number;
    readonly registration: Registration;
    /** A session ends this long after the sign-in, however much it is used. */
    readonly longestSessionMs: number;
    /** Pages of these origins may send requests with the session cookie. */
    readonly allowedOrigins: readonly string[];
  };
  /** The prices of the plans; a plan without a price is absent. */
  readonly planPrices: Readonly<Partial<Record<PlanId, PlanPrice>>>;
  /** Address of the dashboard, without a slash at the end. */
  readonly dashboardUrl: string;
  readonly mail: {
    /** The mail server; null writes links to the log, which production refuses. */
    readonly smtpUrl: string | null;
    readonly from: string;
  };
  /** Keys for stored secrets: the first encrypts, all decrypt. Never empty. */
  readonly secretKeys: readonly SecretKey[];
  /** Pages and metrics for operators, on their own ports. */
  readonly operator: {
    readonly host: string;
    /** Port of each process; null: the process serves nothing. */
    readonly ports: { readonly api: number | null; readonly worker: number | null };
    /** `name:password` for the queue pages; null: the pages are switched off. */
    readonly boardCredential: string | null;
  };
  readonly tracing: {
    /** Collector of spans, without a slash at the end; null: no tracing. */
    readonly endpoint: string | null;
    readonly headers: Readonly<Record<string, string>>;
    /** Share of traces to keep, 0 to 1. */
    readonly sampleRatio: number;
  };
  /** A backfill that its sender does not end is over when no events arrive for this long. */
  readonly backfillQuietMs: number;
  /** Shifts the clock of the process, and the time that is right for it; zero outside tests. */
  readonly clockOffsetMs: number;
  /** Makes the clock of the process wrong by this many milliseconds; zero outside tests. */
  readonly clockErrorMs: number;
}

/** Reports an unusable configuration. The message lists every problem, one per line. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\nSee .env.example.`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and validates the whole environment at once.
 * @throws ConfigError that names every missing or wrong variable.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable counts as not set: that is what `FOO=` in an env file means to people.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const settings = plainToInstance(Environment, given, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const problems = validateSync(settings, { stopAtFirstError: true }).map((error) => {
    const [sentence = `${error.property} is not valid`] = Object.values(error.constraints ?? {});
    return sentence;
  });
  problems.push(...storefrontProblems(settings, settings.NODE_ENV === 'production'));
  if (settings.NODE_ENV === 'production') problems.push(...unfitForProduction(settings));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(toConfig(settings));
}

/** bcrypt below this is quick to guess (OWASP Password Storage Cheat Sheet). */
const LOWEST_PASSWORD_COST = 10;

function unfitForProduction(settings: Environment): string[] {
  const { TEST_CLOCK_OFFSET_MS, TEST_CLOCK_ERROR_MS, TEST_DELIVERY_SPEED, PASSWORD_HASH_COST, SMTP_URL, KLAVIYO_BASE_URL, SLACK_BASE_URL } =
    settings;
  return [
    insecurePagesOf(settings),
    Object.entries({ KLAVIYO_BASE_URL, SLACK_BASE_URL })
      .filter(([, url]) => url.startsWith('http:'))
      .map(([name]) => `${name} begins with http://: in production it must begin with https://`),
    SMTP_URL === undefined ? 'SMTP_URL is not set: production needs a mail server' : [],
    TEST_DELIVERY_SPEED === 1 ? [] : 'TEST_DELIVERY_SPEED is for tests and must not be set in production',
    TEST_CLOCK_OFFSET_MS === 0 ? [] : 'TEST_CLOCK_OFFSET_MS is for tests and must not be set in production',
    TEST_CLOCK_ERROR_MS === 0 ? [] : 'TEST_CLOCK_ERROR_MS is for tests and must not be set in production',
    PASSWORD_HASH_COST >= LOWEST_PASSWORD_COST
      ? []
      : `PASSWORD_HASH_COST is ${PASSWORD_HASH_COST}: in production it must be ${LOWEST_PASSWORD_COST} or more`,
  ].flat();
}

/** Links with tokens lead to these pages, and their requests carry the session cookie: they need https. */
function insecurePagesOf({ PUBLIC_URL, DASHBOARD_URL, ALLOWED_ORIGINS }: Environment): string[] {
  const pages = {
    PUBLIC_URL: [PUBLIC_URL ?? ''],
    DASHBOARD_URL: [DASHBOARD_URL ?? ''],
    ALLOWED_ORIGINS: readOrigins(ALLOWED_ORIGINS ?? '') ?? [],
  };
  return Object.entries(pages).flatMap(([name, addresses]) =>
    openToForgery(addresses).map(
      (address) => `${name} holds ${address}: in production it must be https, except for addresses of this machine`,
    ),
  );
}

const publicUrlOf = (settings: Environment): string => settings.PUBLIC_URL ?? `http://127.0.0.1:${settings.API_PORT}`;

/** Returns the origins of the service itself, and those that the operator names. */
function allowedOriginsOf(settings: Environment): string[] {
  // Without an address of its own the service is for this machine, which people call by either name.
  const local = settings.PUBLIC_URL === undefined ? `http://localhost:${settings.API_PORT}` : '';
  const own = [publicUrlOf(settings), local, settings.DASHBOARD_URL ?? ''].map(originOf).filter((origin) => origin !== null);
  return [...new Set([...own, ...(readOrigins(settings.ALLOWED_ORIGINS ?? '') ?? [])])];
}

const dashboardUrlOf = (settings: Environment): string => settings.DASHBOARD_URL ?? publicUrlOf(settings);

/** Reads the settings of operator pages and of tracing. */
const watchingOf = (settings: Environment): Pick<Config, 'operator' | 'tracing'> => ({
  operator: {
    host: settings.OPERATOR_HOST,
    ports: { api: settings.API_OPERATOR_PORT ?? null, worker: settings.WORKER_OPERATOR_PORT ?? null },
    boardCredential: settings.QUEUE_BOARD_CREDENTIAL ?? null,
  },
  tracing: {
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '') ?? null,
    headers: readOtlpHeaders(settings.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    sampleRatio: Number(settings.OTEL_TRACES_SAMPLER_ARG),
  },
});

const replicaOf = ({ DATABASE_READ_URL: url, DATABASE_READ_MAX_LAG_MS: maxLagMs }: Environment): Config['api']['replica'] =>
  url === undefined ? null : { url, maxLagMs };

const apiOf = (settings: Environment): Config['api'] => ({
  host: settings.API_HOST,
  port: settings.API_PORT,
  drainMs: settings.API_DRAIN_MS,
  replica: replicaOf(settings),
  publicUrl: publicUrlOf(settings),
  trustProxy: readTrustedProxies(settings.TRUST_PROXY) ?? false,
});

const rateLimitOf = (settings: Environment): Config['rateLimit'] => ({
  perAddress: settings.RATE_LIMIT_PER_ADDRESS,
  strict: settings.RATE_LIMIT_STRICT,
  registrations: settings.RATE_LIMIT_REGISTRATIONS,
  redisTimeoutMs: settings.RATE_LIMIT_REDIS_TIMEOUT_MS,
  onRedisLoss: settings.RATE_LIMIT_ON_REDIS_LOSS,
  localSharePercent: settings.RATE_LIMIT_LOCAL_SHARE,
});

const toConfig = (settings: Environment): Config => ({
  production: settings.NODE_ENV === 'production',
  logLevel: settings.LOG_LEVEL,
  api: apiOf(settings),
  rateLimit: rateLimitOf(settings),
  worker: {
    host: settings.WORKER_HOST,
    port: settings.WORKER_PORT,
    sweepIntervalMs: settings.SWEEP_INTERVAL_MS,
    nightlyHourUtc: settings.NIGHTLY_HOUR_UTC,
    fitsModels: settings.FIT_MODELS === 'true',
    chunksPerTenant: settings.CHUNKS_PER_TENANT,
    scoreTtlMs: settings.SCORE_TTL_SECONDS * 1000,
    queues: settings.WORKER_QUEUES.split(',') as WorkerQueues[],
  },
  webhooks: {
    production: settings.NODE_ENV === 'production',
    ports: readPortList(settings.WEBHOOK_PORTS) ?? [],
    openRanges: readCidrList(settings.WEBHOOK_PRIVATE_NETWORKS ?? '') ?? [],
    speed: settings.TEST_DELIVERY_SPEED,
  },
  vendors: { klaviyoUrl: settings.KLAVIYO_BASE_URL, slackUrl: settings.SLACK_BASE_URL },
  storefront: {
    apps: storefrontAppsOf(settings),
    network: {
      production: settings.NODE_ENV === 'production',
      ports: readPortList(settings.WEBHOOK_PORTS) ?? [],
      openRanges: readCidrList(settings.STOREFRONT_PRIVATE_NETWORKS ?? '') ?? [],
    },
  },
  database: {
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    preparedStatements: settings.DATABASE_PREPARED_STATEMENTS === 'true',
  },
  redis: readRedisServers(settings.REDIS_URL) ?? { kind: 'single', url: settings.REDIS_URL },
  auth: {
    jwtSecret: settings.JWT_SECRET,
    passwordCost: settings.PASSWORD_HASH_COST,
    registration: settings.REGISTRATION,
    longestSessionMs: settings.SESSION_MAX_DAYS * DAY_MS,
    allowedOrigins: allowedOriginsOf(settings),
  },
  planPrices: readPlanPrices(settings.PLAN_PRICES) ?? {},
  dashboardUrl: dashboardUrlOf(settings),
  mail: {
    smtpUrl: settings.SMTP_URL ?? null,
    from: settings.MAIL_FROM ?? `no-reply@${new URL(dashboardUrlOf(settings)).hostname}`,
  },
  secretKeys: readSecretKeys(settings.SECRETS_KEY) ?? [],
  ...watchingOf(settings),
  backfillQuietMs: settings.BACKFILL_QUIET_SECONDS * 1000,
  clockOffsetMs: settings.TEST_CLOCK_OFFSET_MS,
  clockErrorMs: settings.TEST_CLOCK_ERROR_MS,
});
