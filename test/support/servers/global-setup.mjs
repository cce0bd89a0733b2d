import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Gives the e2e tests a Postgres and a Redis of their own, as CHURN_TEST_OWNER_URL (superuser), CHURN_TEST_REDIS_URL,
 * CHURN_TEST_POSTGRES_PID, CHURN_TEST_REDIS_PID and CHURN_TEST_REDIS_KIND. TEST_DATABASE_URL and TEST_REDIS_URL name others to use instead.
 * CHURN_TEST_SHARED_URL is the address of the process that runs the systems which test files share.
 *
 * The servers run below a process of their own, which ends them when its stdin closes: so they end with this run even when
 * it is killed.
 */
export default async function globalSetup() {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  process.env.CHURN_TEST_RUN = randomBytes(8).toString('hex');
  await startSharedSystems();
  if (TEST_DATABASE_URL) process.env.CHURN_TEST_OWNER_URL = TEST_DATABASE_URL;
  if (TEST_REDIS_URL) process.env.CHURN_TEST_REDIS_URL = TEST_REDIS_URL;
  if (TEST_DATABASE_URL && TEST_REDIS_URL) return;

  const dataDir = mkdtempSync(path.join(tmpdir(), 'churn-test-'));
  // Under root, Postgres runs as another account and must be able to reach its folder.
  chmodSync(dataDir, 0o755);
  const only = TEST_DATABASE_URL ? ['--only', 'redis'] : TEST_REDIS_URL ? ['--only', 'postgres'] : [];
  const script = path.resolve('tools/servers/embedded-services.mjs');
  const child = spawn(process.execPath, [script, '--data-dir', dataDir, '--ephemeral', ...only], { stdio: ['pipe', 'pipe', 'inherit'] });
  globalThis.testServices = child;
  publish(JSON.parse(await firstLine(child)));
}

async function startSharedSystems() {
  const script = path.resolve('test/support/servers/shared-systems.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  globalThis.sharedSystems = child;
  process.env.CHURN_TEST_SHARED_URL = (await firstLine(child)).trim();
}

function publish({ postgres, redis }) {
  if (postgres) Object.assign(process.env, { CHURN_TEST_OWNER_URL: postgres.url, CHURN_TEST_POSTGRES_PID: String(postgres.pid) });
  if (redis) {
    Object.assign(process.env, {
      CHURN_TEST_REDIS_URL: redis.url,
      CHURN_TEST_REDIS_PID: String(redis.pid),
      CHURN_TEST_REDIS_KIND: redis.kind,
    });
    process.stderr.write(`e2e tests run on ${redis.kind} ${redis.version}${postgres ? ` and Postgres ${postgres.version}` : ''}\n`);
  }
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The servers for the tests did not start (exit code ${code}); the reason stands above.`)),
    );
  });
}
