import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fieldOf, type ServiceAddress, textOf } from '#libs/backfill';
import { StoppedError } from '#libs/terminal';

/** The tenant and service that the user named. */
export interface TargetOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Name of a tenant on the service of this machine. */
  readonly tenant?: string;
}

export interface WantedTarget extends TargetOptions {
  /** The currency of the tenant if it must be created; null: it must exist, as in a dry run. */
  readonly creates: { readonly currency: string } | null;
}

/** The environment of the import: variables, the data folder, and the command that creates tenants. */
export interface CommandEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dataDirectory: string;
  /** Script and first arguments of the `admin` command. */
  readonly adminCommand: readonly string[];
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:3000/api/v1';
/** Rate limit (requests per minute) of a tenant that the import creates: high, so that the limit does not slow the import. */
const RATE_LIMIT = '60000';
const API_PATH = '/api/v1';

/**
 * Finds the service and an API key for it. The address is `--base-url`, else the service that runs here, else the default. The key is `--api-key`,
 * else the key of the named tenant, else `CHURN_API_KEY`, else the key of the demo shop.
 * @throws StoppedError without a key, or when the tenant cannot be created
 */
export async function findTarget(wanted: WantedTarget, context: CommandEnvironment): Promise<ServiceAddress> {
  const runtime = await readRuntime(context.dataDirectory);
  const baseUrl = withApiPath(wanted.baseUrl ?? textOf(fieldOf(runtime, 'base_url')) ?? DEFAULT_BASE_URL);
  if (wanted.apiKey !== undefined) return { baseUrl, apiKey: wanted.apiKey };
  if (wanted.tenant !== undefined) {
    const environment = { ...environmentOf(runtime), ...context.environment };
    return { baseUrl, apiKey: await tenantKey(wanted.tenant, wanted, { ...context, environment }) };
  }
  const apiKey = context.environment['CHURN_API_KEY'] || (await keyIn(join(context.dataDirectory, 'demo-api-key')));
  if (apiKey === null || apiKey === '') {
    throw new StoppedError('There is no API key. Pass one with --api-key or CHURN_API_KEY, or start the service here with npm start.');
  }
  return { baseUrl, apiKey };
}

/** Returns a file name for a tenant. Names that differ only in punctuation or case get different files. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === name ? slug : `${slug || 'tenant'}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;
}

async function tenantKey(name: string, { creates }: WantedTarget, context: CommandEnvironment): Promise<string> {
  const { environment, dataDirectory, adminCommand } = context;
  const keyFile = join(dataDirectory, 'keys', slugOf(name));
  if (creates !== null && environment['DATABASE_URL'] !== undefined) {
    const options = [
      '--name',
      name,
      '--plan',
      'enterprise',
      '--rate-limit',
      RATE_LIMIT,
      '--currency',
      creates.currency,
      '--key-file',
      keyFile,
    ];
    await mkdir(dirname(keyFile), { recursive: true });
    await runAdmin([...adminCommand, 'tenant', 'ensure', ...options], environment);
  }
  const key = await keyIn(keyFile);
  if (key !== null) return key;
  throw new StoppedError(
    creates === null
      ? `There is no tenant "${name}" here yet. Only an import that stores orders creates one.`
      : `There is no key for the tenant "${name}" here. --tenant creates one on the service of this machine (npm start); for another service, pass its key with --api-key.`,
  );
}

async function runAdmin(command: readonly string[], environment: CommandEnvironment['environment']): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, command, { env: environment });
  } catch (error) {
    const output = textOf(fieldOf(error, 'stderr'))?.trim();
    const why = output === undefined || output === '' ? String(error) : output;
    throw new StoppedError(`The tenant could not be created: ${why}`);
  }
}

/** Returns the variables of the service that runs here, for the admin command. Those that the user has set override them. */
function environmentOf(runtime: unknown): Record<string, string> {
  const names = ['database_url', 'redis_url'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = textOf(fieldOf(runtime, name));
      return value === null ? [] : [[name.toUpperCase(), value]];
    }),
  );
}

async function readRuntime(dataDirectory: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(dataDirectory, 'runtime.json'), 'utf8'));
  } catch {
    return null;
  }
}

const keyIn = async (path: string): Promise<string | null> => (existsSync(path) ? (await readFile(path, 'utf8')).trim() : null);

function withApiPath(text: string): string {
  if (!URL.canParse(text)) throw new StoppedError(`"${text}" is not an address. Write it like ${DEFAULT_BASE_URL}.`);
  const bare = text.replace(/\/+$/, '');
  return new URL(bare).pathname === '/' ? `${bare}${API_PATH}` : bare;
}
