import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CHECKOUT_DATA, ROOT } from '../paths.mjs';
import { addFromFile } from './env-file.mjs';
import { accepts, whyNotFree } from '../processes/ports.mjs';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/**
 * Reads `.env` if it exists. Variables that are already set override it; an empty one counts as not set.
 */
export function readEnvFile() {
  const file = path.join(ROOT, '.env');
  if (fs.existsSync(file)) addFromFile(process.env, fs.readFileSync(file, 'utf8'));
}

/** @returns {string} absolute path of the data folder of a start: CHURN_DATA_DIR, else .data */
export const dataFolder = () => (process.env.CHURN_DATA_DIR ? path.resolve(ROOT, process.env.CHURN_DATA_DIR) : CHECKOUT_DATA);

/**
 * Validates the environment with the configuration code of the services before anything starts. Needs a built dist/.
 *
 * @returns {Promise<{api: {host: string, port: number}, worker: {host: string, port: number}, publicUrl: string, dashboardUrl: string}>}
 * @throws {Error} that names every wrong variable, then each port in use, with the remedy
 */
export async function readSettings() {
  const door = path.join(ROOT, 'dist/libs/config/src/index.js');
  const { loadConfig } = await import(pathToFileURL(door).href);
  // The embedded servers do not run yet. Placeholders replace the values that the start creates, so that all others are validated now.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const made = {
    DATABASE_URL: 'postgres://embedded',
    REDIS_URL: 'redis://embedded',
    SECRETS_KEY: newSecretsKey(),
    JWT_SECRET: newJwtSecret(),
  };
  const config = loadConfig({ ...made, ...given });
  const { api, worker } = config;
  if (api.port === worker.port) throw new Error(`API_PORT and WORKER_PORT are both ${api.port}: give them different ports.`);
  await requireFree('API_PORT', api.port, api.host);
  await requireFree('WORKER_PORT', worker.port, worker.host);
  return { api, worker, publicUrl: api.publicUrl, dashboardUrl: config.dashboardUrl };
}

/** @param {{host: string, port: number}} server @returns {string} address at which this machine reaches the server */
export const localAddress = ({ host, port }) => `http://${EVERY_ADDRESS.has(host) ? '127.0.0.1' : host}:${port}`;

async function requireFree(variable, port, host) {
  const why = (await accepts(port)) ? 'EADDRINUSE' : await whyNotFree(port, host);
  if (why === null) return;
  const other = port + 100 <= 65_535 ? port + 100 : port - 100;
  const reason = { EADDRINUSE: 'is taken by another program', EACCES: 'may not be used by this account' }[why] ?? `cannot be used (${why})`;
  throw new Error(`Port ${port} ${reason}: stop that program or choose another port, such as with "${variable}=${other} npm start".`);
}

const newJwtSecret = () => randomBytes(48).toString('base64');

const newSecretsKey = () => `k1:${randomBytes(32).toString('base64')}`;

/**
 * Returns the secrets that must survive a restart. They are created once and kept in a file that only this account can read.
 *
 * @param {string} dataDir
 * @returns {{CHURN_APP_PASSWORD: string, SECRETS_KEY: string, JWT_SECRET: string, DEMO_STOREFRONT_SECRET: string}} as environment variables; values set by the user take precedence
 */
export function keptSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json');
  const kept = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  const makers = {
    DEMO_STOREFRONT_SECRET: () => randomBytes(24).toString('base64url'),
    CHURN_APP_PASSWORD: () => randomBytes(24).toString('base64url'),
    SECRETS_KEY: newSecretsKey,
    JWT_SECRET: newJwtSecret,
  };
  const missing = Object.keys(makers).filter((name) => kept[name] === undefined);
  for (const name of missing) kept[name] = makers[name]();
  if (missing.length > 0) writePrivate(file, JSON.stringify(kept, null, 2));
  return Object.fromEntries(Object.keys(makers).map((name) => [name, process.env[name] || kept[name]]));
}

/**
 * @param {string} secret
 * @param {number} apiPort
 * @returns {Record<string, string>} settings that register the service as the app of the storefront that `npm run demo:storefront` simulates;
 *   none in production, or when an operator has configured an app
 */
export function demoStorefront(secret, apiPort) {
  const isSetUp = ['STOREFRONT_APP_SECRET', 'SHOPIFY_APP_SECRET', 'SHOPLINE_APP_SECRET'].some((name) => process.env[name]);
  if (isSetUp || process.env.NODE_ENV === 'production') return {};
  return {
    STOREFRONT_CLIENT_ID: 'demo-storefront',
    STOREFRONT_APP_SECRET: secret,
    STOREFRONT_BASE_URL: `http://127.0.0.1:${apiPort + 2}/{shop}`,
    STOREFRONT_SHOP_PATTERN: String.raw`demo-shop\.example`,
    STOREFRONT_PRIVATE_NETWORKS: '127.0.0.1/32',
  };
}

/**
 * Writes a file that only this account may read. It appears complete or not at all.
 *
 * @param {string} file
 * @param {string} text
 */
export function writePrivate(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}
