import fs from 'node:fs';
import path from 'node:path';
import { tryLock } from '../processes/file-lock.mjs';
import { endProcess, isStillRunning } from '../processes/process-identity.mjs';
import { writePrivate } from './start-settings.mjs';

/**
 * Makes sure that only one `npm start` at a time uses a data folder, and ends the apps that a killed start left running.
 *
 * @param {string} dataDir
 * @returns {Promise<{write: (facts: object) => void, remove: () => void}>} the record of this start, `runtime.json`: the addresses of the API and
 *   the servers and the running processes, for the next start and for `npm run admin` and `npm run import`
 * @throws {Error} when another start uses the folder
 */
export async function claimRun(dataDir) {
  const file = path.join(dataDir, 'runtime.json');
  const lock = tryLock(path.join(dataDir, 'start.lock'));
  if ('holder' in lock) {
    const where = readRecord(file)?.base_url;
    throw new Error(
      `"npm start" runs on ${dataDir} already (process ${lock.holder.pid}${where ? `, ${where}` : ''}): stop that one with Ctrl-C, ` +
        'or start a second one beside it with "CHURN_DATA_DIR=.data/second API_PORT=3100 WORKER_PORT=3101 npm start".',
    );
  }
  const left = (readRecord(file)?.processes ?? []).filter(isStillRunning);
  await Promise.all(left.map((app) => endProcess(app)));
  fs.rmSync(file, { force: true });
  return {
    write: (facts) => writePrivate(file, JSON.stringify(facts, null, 2)),
    remove: () => {
      fs.rmSync(file, { force: true });
      lock.release();
    },
  };
}

/**
 * @param {string} dataDir
 * @returns {Record<string, string>} the addresses of the running start for tools, as environment variables; empty when none runs
 */
export function environmentOfRun(dataDir) {
  const record = readRecord(path.join(dataDir, 'runtime.json'));
  if (record === null || !record.processes.some(isStillRunning)) return {};
  return {
    DATABASE_OWNER_URL: record.database_owner_url,
    DATABASE_URL: record.database_url,
    REDIS_URL: record.redis_url,
    SECRETS_KEY: record.secrets_key,
    JWT_SECRET: record.jwt_secret,
    PUBLIC_URL: record.base_url === undefined ? undefined : new URL(record.base_url).origin,
    CHURN_BASE_URL: record.base_url,
    STOREFRONT_CLIENT_ID: record.storefront?.client_id,
    STOREFRONT_APP_SECRET: record.storefront?.secret,
    STOREFRONT_BASE_URL: record.storefront?.base_url,
  };
}

function readRecord(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
