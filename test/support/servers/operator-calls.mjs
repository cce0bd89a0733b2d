// Functions of the operator's command line, for `call-operator.ts`.
import path from 'node:path';
import { ROOT } from '../../../tools/paths.mjs';

/** Databases that stay open. More would use up the connections of Postgres. */
const MOST_OPEN = 4;

const load = (file) => import(path.join(ROOT, 'dist', file));

/** The built code, loaded by the first call. */
let library = null;
async function loadLibrary() {
  const [{ Database }, { createTenant }, { createWebhookSecret }] = await Promise.all([
    load('libs/database/src/index.js'),
    load('apps/cli/src/admin/tenants.js'),
    load('apps/cli/src/admin/webhook-secrets.js'),
  ]);
  return { Database, calls: { createTenant, createWebhookSecret } };
}

/** Maps each URL to its database, the one used last at the end. @type {Map<string, Promise<object>>} */
const databases = new Map();

function open(Database, url) {
  const database = databases.get(url) ?? Database.open({ url, poolSize: 1, deadlineMs: 10_000 });
  databases.delete(url);
  databases.set(url, database);
  return database;
}

async function closeOldest() {
  if (databases.size <= MOST_OPEN) return;
  const [[url, database]] = databases;
  databases.delete(url);
  await (await database).close();
}

/**
 * @param {string} name @param {{databaseUrl: string, args: unknown[]}} call
 * @returns {Promise<unknown>} what the function returns
 */
export async function answerCall(name, { databaseUrl, args }) {
  library ??= loadLibrary();
  const { Database, calls } = await library;
  const database = await open(Database, databaseUrl);
  const result = await calls[name](database, ...args);
  await closeOldest();
  return result;
}
