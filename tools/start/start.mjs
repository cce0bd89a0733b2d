// `npm start`: takes a fresh clone to scored customers. Later starts continue with the same data.
import '../check-node.mjs';
import path from 'node:path';
import { askAdmin, runScript } from './admin-command.mjs';
import { startApp, untilAppReady } from '../processes/app-process.mjs';
import { bootstrap, seconds, sentenceOf } from '../install/bootstrap.mjs';
import { startServices } from '../servers/embedded-services.mjs';
import { whenNpmIsGone } from '../processes/parent-gone.mjs';
import { claimRun } from './run-record.mjs';
import { dataFolder, demoStorefront, keptSecrets, localAddress, readEnvFile, readSettings } from './start-settings.mjs';
import { Teardown } from '../processes/teardown.mjs';

// The demo history and imports go through the API, with far more requests than a shop of this size makes.
const DEMO_SHOP = ['--name', 'Demo Shop', '--plan', 'enterprise', '--rate-limit', '60000'];

/** A reserved domain: no mail arrives there (RFC 2606). */
const DEMO_OWNER = 'owner@demo.example';

const say = (line = '') => process.stdout.write(`${line}\n`);
const teardown = new Teardown(say);

// Ctrl-C also ends the reader of "npm start | tee log". A broken pipe must not interrupt the shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

async function main() {
  whenNpmIsGone(() => void teardown.end(0));
  say('Churn Scoring Service');
  readEnvFile();
  await teardown.during(() => bootstrap(say));
  const startedAt = performance.now();
  // From here on everything is data: only this account reads it. Installed packages may be for all, so they come before.
  process.umask(0o077);
  const dataDir = dataFolder();
  const run = await teardown.during(() => claimRun(dataDir));
  teardown.add({ stop: async () => run.remove(), kill: run.remove });
  const settings = await teardown.during(readSettings);

  const servers = await bringUpServers(dataDir);
  const secrets = keptSecrets(dataDir);
  const databaseUrl = await migrate(servers.ownerUrl, secrets.CHURN_APP_PASSWORD);
  const { SECRETS_KEY, JWT_SECRET } = secrets;
  const storefront = demoStorefront(secrets.DEMO_STOREFRONT_SECRET, settings.api.port);
  const env = { ...process.env, ...storefront, DATABASE_URL: databaseUrl, REDIS_URL: servers.redisUrl, SECRETS_KEY, JWT_SECRET };
  // Only the admin tool needs the owner's rights.
  delete env.DATABASE_OWNER_URL;
  const keyFile = path.join(dataDir, 'demo-api-key');
  const admin = ownerContext(servers.ownerUrl, env);
  const loginFile = path.join(dataDir, 'demo-login');
  await step('Demo shop', async () => {
    const { tenant_id } = await askAdmin(['tenant', 'ensure', ...DEMO_SHOP, '--key-file', keyFile], admin);
    await askAdmin(['user', 'ensure', '--tenant', tenant_id, '--email', DEMO_OWNER, '--login-file', loginFile], admin);
  });

  const apps = await bringUpApps({ settings, env, dataDir, run, ownerUrl: servers.ownerUrl });
  say(`Ready after ${seconds(performance.now() - startedAt)}: ${settings.dashboardUrl}\n`);
  for (const app of apps) void app.ended.then((how) => endBecauseOf(app, how));

  await seedDemo({ settings, env, keyFile, loginFile });
  if (teardown.hasBegun) return;
  say(`\nLogs: ${apps.map(({ logFile }) => path.relative(process.cwd(), logFile)).join(', ')}. Ctrl-C stops everything.`);
}

/** @returns {Promise<{ownerUrl: string, redisUrl: string}>} the servers from the environment, else embedded ones */
async function bringUpServers(dataDir) {
  const given = { ownerUrl: process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL, redisUrl: process.env.REDIS_URL };
  if (given.ownerUrl && given.redisUrl) return given;
  const only = given.ownerUrl ? 'redis' : given.redisUrl ? 'postgres' : undefined;
  const what = { postgres: 'Postgres', redis: 'Redis' }[only] ?? 'Postgres and Redis';
  const { postgres, redis } = await step(what, async () => {
    const services = await startServices({ dataDir, only, log: say });
    teardown.add({
      stop: services.stop,
      kill: () => {
        services.postgres?.kill('SIGQUIT');
        services.redis?.kill();
      },
    });
    const names = [postgresNote(services.postgres), services.redis && `${services.redis.kind} ${services.redis.version}`];
    return { ...services, note: names.filter(Boolean).join(', ') };
  });
  return { ownerUrl: given.ownerUrl || postgres.url, redisUrl: given.redisUrl || redis.url };
}

function postgresNote(postgres) {
  if (postgres === undefined) return '';
  const story = postgres.reused ? ', still running from a start that was killed' : '';
  return `Postgres ${postgres.version}${story}`;
}

/** @returns {Promise<string>} the URL for the apps, with the restricted role */
async function migrate(ownerUrl, appPassword) {
  // If both are set, the operator has created the restricted role and its password, possibly behind a connection pooler.
  const appUrl = process.env.DATABASE_OWNER_URL && process.env.DATABASE_URL;
  const password = appUrl ? {} : { CHURN_APP_PASSWORD: appPassword };
  const { database_url } = await step('Database schema', () =>
    askAdmin(['migrate'], ownerContext(ownerUrl, { ...process.env, ...password })).catch((error) => {
      const given = ['DATABASE_OWNER_URL', 'DATABASE_URL'].find((name) => process.env[name]);
      const remedy = `Check that ${given} names a running Postgres and a role that may create tables and roles.`;
      throw given === undefined ? error : new Error(`${error.message}. ${remedy}`);
    }),
  );
  return appUrl || Object.assign(new URL(database_url), { password: appPassword }).href;
}

const ownerContext = (ownerUrl, env) => ({ env: { ...env, DATABASE_OWNER_URL: ownerUrl }, teardown });

async function bringUpApps({ settings, env, dataDir, run, ownerUrl }) {
  const api = { name: 'api', script: 'dist/apps/api/bundle/main.js', ready: `${localAddress(settings.api)}/api/v1/health/ready` };
  const worker = {
    name: 'worker',
    script: 'dist/apps/scoring-worker/bundle/main.js',
    ready: `${localAddress(settings.worker)}/health/ready`,
  };
  return step('API and worker', async () => {
    const apps = [api, worker].map(({ name, script }) =>
      startApp({ name, script, env, logFile: path.join(dataDir, 'logs', `${name}.log`) }),
    );
    teardown.add({
      stop: async () => void (await Promise.all(apps.map((app) => app.stop()))),
      kill: () => apps.forEach((app) => app.kill()),
    });
    run.write({
      base_url: `${localAddress(settings.api)}/api/v1`,
      docs_url: `${settings.publicUrl}/api/v1/docs`,
      database_owner_url: ownerUrl,
      database_url: env.DATABASE_URL,
      redis_url: env.REDIS_URL,
      secrets_key: env.SECRETS_KEY,
      jwt_secret: env.JWT_SECRET,
      storefront: { client_id: env.STOREFRONT_CLIENT_ID, secret: env.STOREFRONT_APP_SECRET, base_url: env.STOREFRONT_BASE_URL },
      processes: apps.map(({ name, pid, mark }) => ({ name, pid, mark })),
    });
    await Promise.all(apps.map((app, index) => untilAppReady(app, [api, worker][index].ready)));
    return apps;
  });
}

async function seedDemo({ settings, env, keyFile, loginFile }) {
  const addresses = ['--base-url', `${localAddress(settings.api)}/api/v1`, '--dashboard-url', settings.dashboardUrl];
  const args = [...addresses, '--key-file', keyFile, '--login-file', loginFile];
  const { exitCode } = await teardown.during(() =>
    runScript('dist/tools/src/demo/fill-demo-shop.js', args, { env, teardown, stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  if (exitCode === 0 || teardown.hasBegun) return;
  say(
    `The demo shop could not be filled (exit code ${exitCode}; see the reason above). The service runs. The next "npm start" tries again.`,
  );
}

async function endBecauseOf(app, how) {
  if (teardown.hasBegun) return;
  process.stderr.write(`The ${app.name} has ended (${how}), so everything stops. "npm start" continues from here. ${app.excerpt()}\n`);
  await teardown.end(1);
}

/** Runs one step of the start and prints its name and duration. */
async function step(label, work) {
  const from = performance.now();
  const result = await teardown.during(work);
  if (!teardown.hasBegun) say(`  ${(result?.note || label).padEnd(40)} ${seconds(performance.now() - from)}`);
  return result;
}

await main().catch(async (error) => {
  // Failures while everything stops are expected.
  if (!teardown.hasBegun) process.stderr.write(`${sentenceOf(error)}\n`);
  await teardown.end(1);
});
