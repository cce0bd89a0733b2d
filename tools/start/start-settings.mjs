import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CHECKOUT_DATA, ROOT } from '../paths.mjs';
import { accepts, whyNotFree } from '../processes/ports.mjs';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/**
 * Reads `.env` when there is one; what the environment says already goes before it.
 */
export function readEnvFile() {
  const file = path.join(ROOT, '.env');
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** @returns {string} absolute path of the folder for all data of a start: CHURN_DATA_DIR, else .data */
export const dataFolder = () => (process.env.CHURN_DATA_DIR ? path.resolve(ROOT, process.env.CHURN_DATA_DIR) : CHECKOUT_DATA);

/**
 * Lets the services' own configuration judge the environment before anything is started. dist/ has to be built.
 *
 * @returns {Promise<{api: {host: string, port: number}, worker: {host: string, port: number}, publicUrl: string, dashboardUrl: string}>}
 * @throws {Error} naming every variable that is wrong, then each port that is taken, with the remedy
 */
export async function readSettings() {
  const door = path.join(ROOT, 'dist/libs/config/src/index.js');
  const { loadConfig } = await import(pathToFileURL(door).href);
  // The embedded servers are not up yet; stand-ins are given for what the start makes itself, so that everything else is judged now.
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

/** @param {{host: string, port: number}} server @returns {string} address under which this machine reaches it */
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
 * Secrets of a start that must outlive it. They are made once and kept in a file that only this account reads.
 *
 * @param {string} dataDir
 * @returns {{CHURN_APP_PASSWORD: string, SECRETS_KEY: string, JWT_SECRET: string, DEMO_STOREFRONT_SECRET: string}} as environment variables; those set by the user are taken instead
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
 * @returns {Record<string, string>} settings by which the service is the app of the storefront that `npm run demo:storefront` simulates;
 *   none in production, or where an operator has set up an app
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
 * Writes a file that only this account may read. It appears whole or not at all.
 *
 * @param {string} file
 * @param {string} text
 */
export function writePrivate(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}
