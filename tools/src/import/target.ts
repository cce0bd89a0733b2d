import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceAddress } from '../service-client.js';
import { StoppedError } from '../stopped-error.js';
import { fieldOf, textOf } from '../wire-reading.js';

/** Where the import is to go, as the user said it. */
export interface WantedTarget {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** A shop on this machine's own service, by name; it is made when there is none. */
  readonly tenant?: string;
  /** Currency of a shop that has to be made. */
  readonly currency: string;
}

/** What the machine knows: its environment, the `.data` folder, and the script that makes tenants. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dataDirectory: string;
  readonly adminScript: string;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:3000/api/v1';
/** Requests per minute of a shop made here, so that an import runs as fast as the service can. */
const RATE_LIMIT = '60000';
const API_PATH = '/api/v1';

/**
 * Finds the service and a key for it. The address: `--base-url`, else the one of the service that runs here, else the
 * default. The key: `--api-key`; else that of the tenant named; else `CHURN_API_KEY`; else that of the demo shop.
 * @throws StoppedError when there is no key, or the tenant cannot be made.
 */
export async function findTarget(wanted: WantedTarget, surroundings: Surroundings): Promise<ServiceAddress> {
  const runtime = await readRuntime(surroundings.dataDirectory);
  const baseUrl = withApiPath(wanted.baseUrl ?? textOf(fieldOf(runtime, 'base_url')) ?? DEFAULT_BASE_URL);
  if (wanted.apiKey !== undefined) return { baseUrl, apiKey: wanted.apiKey };
  if (wanted.tenant !== undefined) {
    const environment = { ...environmentOf(runtime), ...surroundings.environment };
    return { baseUrl, apiKey: await tenantKey(wanted.tenant, wanted.currency, { ...surroundings, environment }) };
  }
  const apiKey = surroundings.environment['CHURN_API_KEY'] || (await keyIn(join(surroundings.dataDirectory, 'demo-api-key')));
  if (apiKey === null || apiKey === '') {
    throw new StoppedError('There is no API key: give one with --api-key or CHURN_API_KEY, or start the service here with npm start.');
  }
  return { baseUrl, apiKey };
}

/** A name for a file out of a tenant's name; names that differ only in signs or case get different ones. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === name ? slug : `${slug || 'tenant'}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;
}

async function tenantKey(name: string, currency: string, surroundings: Surroundings): Promise<string> {
  const { environment, dataDirectory, adminScript } = surroundings;
  const keyFile = join(dataDirectory, 'keys', slugOf(name));
  if (environment['DATABASE_OWNER_URL'] !== undefined) {
    const options = ['--name', name, '--plan', 'enterprise', '--rate-limit', RATE_LIMIT, '--currency', currency, '--key-file', keyFile];
    await mkdir(dirname(keyFile), { recursive: true });
    await runAdmin(adminScript, ['tenant', 'ensure', ...options], environment);
  }
  const key = await keyIn(keyFile);
  if (key !== null) return key;
  throw new StoppedError(
    `There is no key for the tenant "${name}" here: --tenant makes one on the service of this machine (npm start); for another service give its key with --api-key.`,
  );
}

async function runAdmin(script: string, options: readonly string[], environment: Surroundings['environment']): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [script, ...options], { env: environment });
  } catch (error) {
    const output = textOf(fieldOf(error, 'stderr'))?.trim();
    const why = output === undefined || output === '' ? String(error) : output;
    throw new StoppedError(`The tenant could not be made: ${why}`);
  }
}

/** What the administration tool needs of the service that runs here; what the user has set goes before it. */
function environmentOf(runtime: unknown): Record<string, string> {
  const names = ['database_owner_url', 'database_url', 'redis_url'];
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
  if (!URL.canParse(text)) throw new StoppedError(`"${text}" is not an address; write it like ${DEFAULT_BASE_URL}.`);
  const bare = text.replace(/\/+$/, '');
  return new URL(bare).pathname === '/' ? `${bare}${API_PATH}` : bare;
}
