import { createTransport } from 'nodemailer';
import { type Config, ConfigError, loadConfig } from '#libs/config';
import { Database, inspectDatabase } from '#libs/database';
import { readWaitingWork } from '#libs/work';
import { smtpOptions } from '#libs/mail';
import { inspectRedis } from '#libs/queues';
import { examineSecrets } from './examine-secrets.js';
import { failure, fine, type Finding, warning } from './finding.js';
import { checkDatabase } from './check-database.js';

const MINUTE_S = 60;
const LATE_MAILS_S = 600;

/** Checks the configuration in `env` and the installation that it leads to. It changes nothing. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const config = readConfig(env);
  if (config instanceof ConfigError)
    return config.problems.map((problem) => failure('configuration', problem, 'See .env.example. Give this command the environment of the processes.')); // prettier-ignore
  const [database, redis, mail, service] = await Promise.all([
    examineDatabase(config),
    examineRedis(config),
    examineMail(config),
    examineService(config),
  ]);
  return [examineConfiguration(config), ...database, ...redis, mail, service];
}

function readConfig(env: NodeJS.ProcessEnv): Config | ConfigError {
  try {
    return loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

const examineConfiguration = ({ production }: Config): Finding =>
  production
    ? fine('configuration', 'the configuration is fit for production')
    : warning(
        'configuration',
        'NODE_ENV is not production',
        'Set NODE_ENV=production: it requires https, a mail server and strong settings.',
      );

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

async function examineDatabase(config: Config): Promise<Finding[]> {
  try {
    const facts = await inspectDatabase(config.database.url);
    const findings = checkDatabase(facts, config.clockErrorMs);
    const isUsable = findings.every(({ check, status }) => status !== 'fail' || !['role', 'schema'].includes(check));
    return isUsable ? [...findings, ...(await examineBacklog(config))] : findings;
  } catch (error) {
    return [failure('database', `Postgres does not answer: ${reasonOf(error)}`, 'Is it up, is DATABASE_URL right, may churn_app connect, are connections left?')]; // prettier-ignore
  }
}

async function examineBacklog(config: Config): Promise<Finding[]> {
  const database = await Database.open({ ...config.database, poolSize: 1, deadlineMs: 10_000 });
  try {
    const { scores, mails, setAside } = await readWaitingWork(database);
    const late = scores.fresh.oldestMs / 1000;
    return [
      late <= MINUTE_S
        ? fine('scores', `${scores.fresh.count} tenants wait for scores`)
        : failure('scores', `events have waited ${Math.round(late)} s for a score`, 'Start workers with WORKER_QUEUES=scoring (docs/operations/alerts.md, ChurnScoresLate).'), // prettier-ignore
      setAside === 0
        ? fine('set_aside', 'no score request is set aside')
        : warning(
            'set_aside',
            `${setAside} score requests are set aside`,
            'See "admin scoring set-aside"; when the cause is gone, "admin scoring retry".',
          ),
      mails.oldestMs / 1000 <= LATE_MAILS_S
        ? fine('mails', `${mails.count} mails wait`)
        : failure('mails', `mails have waited ${Math.round(mails.oldestMs / 60_000)} minutes`, 'mail.failed in the log of the API says why the mail server refuses them.'), // prettier-ignore
      await examineSecrets(database, config),
    ];
  } finally {
    await database.close();
  }
}

async function examineRedis({ redis }: Config): Promise<Finding[]> {
  try {
    const { version, policy, usedBytes, mostBytes, roundTripMs } = await inspectRedis(redis);
    const isFull = mostBytes > 0 && usedBytes > 0.8 * mostBytes;
    return [
      roundTripMs <= 20
        ? fine('redis', `Redis ${version} answers in ${roundTripMs.toFixed(1)} ms`)
        : warning('redis', `Redis ${version} takes ${Math.round(roundTripMs)} ms to answer`, 'Each request waits for it: bring it nearer.'),
      policy === 'noeviction' || policy === ''
        ? fine('redis_policy', 'a full Redis drops nothing')
        : failure('redis_policy', `maxmemory-policy is ${policy}: a full Redis drops request counts and jobs`, 'Run CONFIG SET maxmemory-policy noeviction, and set it in its configuration.'), // prettier-ignore
      isFull
        ? warning('redis_memory', `Redis uses ${Math.round((100 * usedBytes) / mostBytes)} % of maxmemory`, 'Raise maxmemory, and look for queues that nobody works on (/queues).') // prettier-ignore
        : fine('redis_memory', `Redis uses ${Math.ceil(usedBytes / 1024 / 1024)} MB`),
    ];
  } catch (error) {
    return [failure('redis', `Redis does not answer: ${reasonOf(error)}`, 'Is it up, is REDIS_URL right? Meanwhile the API answers 503, unless RATE_LIMIT_ON_REDIS_LOSS=local.')]; // prettier-ignore
  }
}

async function examineMail({ mail: { smtpUrl }, production }: Config): Promise<Finding> {
  if (smtpUrl === null) return warning('smtp', 'SMTP_URL is not set: links go to the log', 'Set it before people use the service.');
  const transport = createTransport(smtpOptions(smtpUrl, production));
  try {
    await transport.verify();
    return fine('smtp', 'the mail server accepts the login');
  } catch (error) {
    return failure('smtp', `the mail server refuses: ${reasonOf(error)}`, 'Check host, port, user and password in SMTP_URL, and that this machine may reach it.'); // prettier-ignore
  } finally {
    transport.close();
  }
}

async function examineService({ api: { publicUrl } }: Config): Promise<Finding> {
  const address = `${publicUrl}/api/v1/health/ready`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000), redirect: 'error' });
    const { failing = [] } = (await answer.json()) as { failing?: string[] };
    if (answer.status === 200) return fine('service', `${publicUrl} is ready`);
    return failure('service', `${publicUrl} is not ready: ${failing.join(', ')}`, 'docs/operations/alerts.md, ChurnNotReady.');
  } catch (error) {
    const { cause } = error as Error;
    return failure('service', `${address} does not answer: ${reasonOf(cause ?? error)}`, 'Is an API running, and does PUBLIC_URL lead to it from this machine?'); // prettier-ignore
  }
}
