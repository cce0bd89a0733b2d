import { Expose, Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min, ValidateBy, type ValidationArguments } from 'class-validator';
import { ORIGINS_RULE, readOrigins } from './origins.js';
import { OTLP_HEADERS_RULE, readOtlpHeaders } from './otlp-headers.js';
import { PLAN_PRICES_RULE, readPlanPrices } from './plan-prices.js';
import { type Registration, REGISTRATIONS } from './registration.js';
import { readRedisServers, REDIS_SERVERS_RULE } from './redis-servers.js';
import { readSecretKeys, SECRET_KEYS_RULE } from './secret-keys.js';
import { CIDR_LIST_RULE, PORT_LIST_RULE, readCidrList, readPortList, VENDOR_URL, VENDOR_URL_RULE } from './network-lists.js';
import { BASE_URL_RULE, PATTERN_RULE, readBaseUrl, readShopPattern } from './storefront-apps.js';
import { readTrustedProxies, TRUSTED_PROXIES_RULE } from './trusted-proxies.js';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

const wrong =
  (allowed: string) =>
  ({ property, value }: ValidationArguments): string =>
    value === undefined
      ? `${property} is not set: it must be ${allowed}`
      : `${property} is ${JSON.stringify(value)}: it must be ${allowed}`;

/** Builds the message of `wrong` without the value: a connection URL holds a password. */
const wrongSecret =
  (allowed: string) =>
  ({ property, value }: ValidationArguments): string =>
    `${property} is ${value === undefined ? 'not set' : 'not usable'}: it must be ${allowed}`;

function wholeNumber(min: number, max: number): PropertyDecorator {
  const message = wrong(`a whole number from ${min} to ${max}`);
  return (target, property) => {
    Expose()(target, property);
    Transform(({ value }) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : (value as unknown)))(target, property);
    for (const rule of [IsInt({ message }), Min(min, { message }), Max(max, { message })]) rule(target, property);
  };
}

/** Accepts a whole number or no value. */
function optionalWholeNumber(min: number, max: number): PropertyDecorator {
  return (target, property) => {
    IsOptional()(target, property);
    wholeNumber(min, max)(target, property);
  };
}

const IsSecretKeys = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isSecretKeys', validator: { validate: (value: unknown) => typeof value === 'string' && readSecretKeys(value) !== null } },
    { message: wrongSecret(SECRET_KEYS_RULE) },
  );

/** @param read returns null for an invalid text. */
const IsReadable = (read: (text: string) => unknown, rule: string): PropertyDecorator =>
  ValidateBy(
    { name: 'isReadable', validator: { validate: (value: unknown) => typeof value === 'string' && read(value) !== null } },
    { message: wrong(rule) },
  );

const PORT = [1, 65_535] as const;

const IsJwtSecret = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isJwtSecret', validator: { validate: (value: unknown) => typeof value === 'string' && Buffer.byteLength(value) >= 32 } },
    { message: wrongSecret('32 bytes or more of random text') },
  );

const IsRedisServers = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isRedisServers',
      validator: { validate: (value: unknown) => typeof value === 'string' && readRedisServers(value) !== null },
    },
    { message: wrongSecret(REDIS_SERVERS_RULE) },
  );

const allOf =
  (...rules: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const rule of rules) rule(target, property);
  };

const TrueOrFalse = (): PropertyDecorator => allOf(Expose(), IsIn(['true', 'false'], { message: wrong('true or false') }));
const Host = () => allOf(Expose(), Matches(/^[\w.:-]+$/, { message: wrong('an address to listen on, such as 0.0.0.0') }));

/** Accepts an app's client id or secret, or no value. */
const Credential = (): PropertyDecorator =>
  allOf(Expose(), IsOptional(), Matches(/^[\x21-\x7e]{8,512}$/, { message: wrongSecret('8 to 512 characters without blanks') }));

/** Accepts networks in CIDR notation, or no value. */
const Networks = (): PropertyDecorator => allOf(Expose(), IsOptional(), IsReadable(readCidrList, CIDR_LIST_RULE));

const IsOtlpHeaders = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isOtlpHeaders', validator: { validate: (value: unknown) => typeof value === 'string' && readOtlpHeaders(value) !== null } },
    { message: wrongSecret(OTLP_HEADERS_RULE) },
  );

/** The environment variables of both processes, with their defaults. A secret has none. */
export class Environment {
  @Expose()
  @IsIn(['development', 'test', 'production'], { message: wrong('development, test or production') })
  NODE_ENV: 'development' | 'test' | 'production' = 'development';

  @Expose()
  @IsIn(LOG_LEVELS, { message: wrong(`one of ${LOG_LEVELS.join(', ')}`) })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  @Expose()
  @Matches(/^postgres(ql)?:\/\/./, { message: wrongSecret('a postgres:// URL of the restricted role') })
  DATABASE_URL: string;

  @Expose()
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/./, { message: wrongSecret('a postgres:// URL of a streaming replica with the restricted role') })
  DATABASE_READ_URL?: string;

  @wholeNumber(50, 60_000)
  DATABASE_READ_MAX_LAG_MS = 2000;

  @wholeNumber(1, 500)
  DATABASE_POOL_SIZE = 16;

  @TrueOrFalse()
  DATABASE_PREPARED_STATEMENTS: 'true' | 'false' = 'true';

  @Expose()
  @IsRedisServers()
  REDIS_URL: string;

  @Expose()
  @IsSecretKeys()
  SECRETS_KEY: string;

  @Expose()
  @IsJwtSecret()
  JWT_SECRET: string;

  @Host()
  API_HOST = '127.0.0.1';

  @wholeNumber(...PORT)
  API_PORT = 3000;

  @wholeNumber(0, 60_000)
  API_DRAIN_MS = 0;

  @Expose()
  @IsOptional()
  @Matches(/^https?:\/\/[^/]+$/, { message: wrong('an http:// or https:// address without a path') })
  PUBLIC_URL?: string;

  @Expose()
  @IsOptional()
  @Matches(/^https?:\/\/[^/?#]+(\/[^?#]*[^/?#])?$/, { message: wrong('an http:// or https:// address without a slash at its end') })
  DASHBOARD_URL?: string;

  @Expose()
  @IsOptional()
  @IsReadable(readOrigins, ORIGINS_RULE)
  ALLOWED_ORIGINS?: string;

  @Expose()
  @IsOptional()
  @Matches(/^smtps?:\/\/[^/]/, { message: wrongSecret('an smtp:// or smtps:// URL') })
  SMTP_URL?: string;

  @Expose()
  @IsOptional()
  @Matches(/^[^\s@<>]+@[^\s@<>]+$/, { message: wrong('an e-mail address') })
  MAIL_FROM?: string;

  @Expose()
  @IsReadable(readTrustedProxies, TRUSTED_PROXIES_RULE)
  TRUST_PROXY = '0';

  @wholeNumber(1, 1_000_000) RATE_LIMIT_PER_ADDRESS = 60;
  @wholeNumber(1, 1_000_000) RATE_LIMIT_STRICT = 5;
  @wholeNumber(1, 1_000_000) RATE_LIMIT_REGISTRATIONS = 20;

  @wholeNumber(4, 16)
  PASSWORD_HASH_COST = 12;

  @wholeNumber(1, 365) SESSION_MAX_DAYS = 90;
  @Expose()
  @IsIn(REGISTRATIONS, { message: wrong(`one of ${REGISTRATIONS.join(', ')}`) })
  REGISTRATION: Registration = 'open';
  @Expose() @IsReadable(readPlanPrices, PLAN_PRICES_RULE) PLAN_PRICES = '';

  @Expose()
  @IsIn(['refuse', 'local'], { message: wrong('refuse or local') })
  RATE_LIMIT_ON_REDIS_LOSS: 'refuse' | 'local' = 'refuse';

  @wholeNumber(1, 100)
  RATE_LIMIT_LOCAL_SHARE = 50;

  @wholeNumber(10, 5000)
  RATE_LIMIT_REDIS_TIMEOUT_MS = 100;

  @Expose()
  @IsReadable(readPortList, PORT_LIST_RULE)
  WEBHOOK_PORTS = '443,80,8443';

  @Networks() WEBHOOK_PRIVATE_NETWORKS?: string;

  @Credential() STOREFRONT_CLIENT_ID?: string;
  @Credential() STOREFRONT_APP_SECRET?: string;
  @Credential() STOREFRONT_APP_SECRET_PREVIOUS?: string;

  @Expose()
  @IsReadable(readBaseUrl, BASE_URL_RULE)
  STOREFRONT_BASE_URL = 'https://{shop}';

  @Expose()
  @IsOptional()
  @IsReadable(readShopPattern, PATTERN_RULE)
  STOREFRONT_SHOP_PATTERN?: string;

  @Expose()
  @Matches(/^[a-z_]+(,[a-z_]+)*$/, { message: wrong('scopes such as read_orders separated by commas') })
  STOREFRONT_SCOPES = 'read_orders,read_customers';

  @Networks() STOREFRONT_PRIVATE_NETWORKS?: string;

  @Credential() SHOPIFY_CLIENT_ID?: string;
  @Credential() SHOPIFY_APP_SECRET?: string;
  @Credential() SHOPIFY_APP_SECRET_PREVIOUS?: string;

  @Expose()
  @IsReadable(readBaseUrl, BASE_URL_RULE)
  SHOPIFY_BASE_URL = 'https://{shop}';

  @Credential() SHOPLINE_CLIENT_ID?: string;
  @Credential() SHOPLINE_APP_SECRET?: string;
  @Credential() SHOPLINE_APP_SECRET_PREVIOUS?: string;

  @Expose() @IsReadable(readBaseUrl, BASE_URL_RULE) SHOPLINE_BASE_URL = 'https://{shop}';

  @Expose() @Matches(VENDOR_URL, { message: wrong(VENDOR_URL_RULE) }) KLAVIYO_BASE_URL = 'https://a.klaviyo.com';
  @Expose() @Matches(VENDOR_URL, { message: wrong(VENDOR_URL_RULE) }) SLACK_BASE_URL = 'https://hooks.slack.com';

  @Host()
  WORKER_HOST = '127.0.0.1';

  @wholeNumber(...PORT) WORKER_PORT = 3001;

  @wholeNumber(50, 60_000)
  SWEEP_INTERVAL_MS = 1000;

  @wholeNumber(0, 23)
  NIGHTLY_HOUR_UTC = 2;

  @wholeNumber(1, 4)
  CHUNKS_PER_TENANT = 2;

  @TrueOrFalse()
  FIT_MODELS: 'true' | 'false' = 'true';

  @wholeNumber(1, 3600)
  BACKFILL_QUIET_SECONDS = 180;

  @wholeNumber(0, 31_536_000)
  SCORE_TTL_SECONDS = 3600;

  @Expose()
  @Matches(/^(scoring|delivery)(,(scoring|delivery))*$/, { message: wrong('scoring, delivery, or both, separated by a comma') })
  WORKER_QUEUES = 'scoring,delivery';

  @Host()
  OPERATOR_HOST = '127.0.0.1';

  @optionalWholeNumber(...PORT)
  API_OPERATOR_PORT?: number;

  @optionalWholeNumber(...PORT)
  WORKER_OPERATOR_PORT?: number;

  @Expose()
  @IsOptional()
  @Matches(/^[^:\s]+:\S{16,}$/, { message: wrongSecret('a name, a colon, and a password of 16 characters or more') })
  QUEUE_BOARD_CREDENTIAL?: string;

  @Expose()
  @IsOptional()
  @Matches(/^https?:\/\/[^/?#]+(\/[^?#]*)?$/, { message: wrong('the http:// or https:// address of an OTLP collector') })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @Expose()
  @IsOptional()
  @IsOtlpHeaders()
  OTEL_EXPORTER_OTLP_HEADERS?: string;

  @Expose()
  @Matches(/^(0(\.\d+)?|1(\.0+)?)$/, { message: wrong('a number from 0 to 1') })
  OTEL_TRACES_SAMPLER_ARG = '1';

  @wholeNumber(1, 1_000_000)
  TEST_DELIVERY_SPEED = 1;

  @wholeNumber(-1e12, 1e12) TEST_CLOCK_OFFSET_MS = 0;
  @wholeNumber(-1e12, 1e12) TEST_CLOCK_ERROR_MS = 0;
}
