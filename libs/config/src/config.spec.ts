import { ConfigError, loadConfig } from './config.js';
import { REDIS_SERVERS_RULE } from './redis-servers.js';

const usable = {
  DATABASE_URL: 'postgres://app:secret@db/churn',
  REDIS_URL: 'redis://cache:6379',
  SECRETS_KEY: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  JWT_SECRET: 'j'.repeat(32),
};

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('configuration', () => {
  it('requires only the two servers and two secrets, and has defaults for the rest', () => {
    const config = loadConfig(usable);
    const reached = { host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000' };
    expect(config.api).toEqual({ ...reached, trustProxy: false, drainMs: 0, replica: null });
    expect(config.clockOffsetMs).toBe(0);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('reports every problem at once, each with the variable, its value and what is allowed', () => {
    const problems = problemsOf({ REDIS_URL: 'http://x', API_PORT: 'abc', WORKER_PORT: '70000', LOG_LEVEL: 'loud' });
    expect(problems).toEqual([
      'LOG_LEVEL is "loud": it must be one of trace, debug, info, warn, error, silent',
      'DATABASE_URL is not set: it must be a postgres:// URL of the restricted role',
      `REDIS_URL is not usable: it must be ${REDIS_SERVERS_RULE}`,
      'SECRETS_KEY is not set: it must be <key id>:<base64 of 32 bytes>, or several of them separated by commas, each with a different id',
      'JWT_SECRET is not set: it must be 32 bytes or more of random text',
      'API_PORT is "abc": it must be a whole number from 1 to 65535',
      'WORKER_PORT is 70000: it must be a whole number from 1 to 65535',
    ]);
  });

  it('never prints a connection URL, because it contains a password', () => {
    expect(problemsOf({ ...usable, DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain('hunter2');
  });

  it('reads the keys for secrets, and never prints an invalid one', () => {
    expect(loadConfig(usable).secretKeys).toEqual([{ id: 'k1', key: Buffer.alloc(32, 1) }]);
    const problems = problemsOf({ ...usable, SECRETS_KEY: 'k1:hunter2' });
    expect(problems).toEqual([expect.stringContaining('SECRETS_KEY is not usable')]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('treats an empty variable as not set', () => {
    expect(loadConfig({ ...usable, API_PORT: '', PUBLIC_URL: '' }).api.port).toBe(3000);
  });

  it('trusts pages of the service itself and of the operator, and no others', () => {
    expect(loadConfig(usable).auth.allowedOrigins).toEqual(['http://127.0.0.1:3000', 'http://localhost:3000']);
    const { auth, dashboardUrl } = loadConfig({
      ...usable,
      PUBLIC_URL: 'https://churn.example.com',
      DASHBOARD_URL: 'https://app.example.com/churn',
      ALLOWED_ORIGINS: 'https://a.example,http://127.0.0.1:5173',
    });
    expect(dashboardUrl).toBe('https://app.example.com/churn');
    expect(auth.allowedOrigins).toEqual([
      'https://churn.example.com',
      'https://app.example.com',
      'https://a.example',
      'http://127.0.0.1:5173',
    ]);
  });

  it('refuses a short token secret, and never prints it', () => {
    const problems = problemsOf({ ...usable, JWT_SECRET: 'hunter2' });
    expect(problems).toEqual([expect.stringContaining('JWT_SECRET is not usable')]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('refuses weak passwords in production', () => {
    expect(problemsOf({ ...usable, PASSWORD_HASH_COST: '4' })).toEqual([]);
    expect(problemsOf({ ...usable, NODE_ENV: 'production', SMTP_URL: 'smtp://mail', PASSWORD_HASH_COST: '9' })).toEqual([
      'PASSWORD_HASH_COST is 9: in production it must be 10 or more',
    ]);
  });

  it('lets anybody register unless the operator decides otherwise', () => {
    expect(loadConfig(usable).auth.registration).toBe('open');
    for (const REGISTRATION of ['open', 'invite', 'closed'])
      expect(loadConfig({ ...usable, REGISTRATION }).auth.registration).toBe(REGISTRATION);
    expect(problemsOf({ ...usable, REGISTRATION: 'close' })).toEqual(['REGISTRATION is "close": it must be one of open, invite, closed']);
  });

  it('requires a mail server in production, and never prints its credentials', () => {
    expect(loadConfig(usable).mail).toEqual({ smtpUrl: null, from: 'no-reply@127.0.0.1' });
    expect(problemsOf({ ...usable, NODE_ENV: 'production' })).toEqual([expect.stringContaining('SMTP_URL is not set')]);
    const problems = problemsOf({ ...usable, SMTP_URL: 'http://ada:hunter2@mail' });
    expect(problems).toEqual([expect.stringContaining('SMTP_URL is not usable')]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('trusts only https pages in production, except those of the machine itself', () => {
    const production = { ...usable, NODE_ENV: 'production', SMTP_URL: 'smtp://mail' };
    const open = { PUBLIC_URL: 'http://churn.example.com', DASHBOARD_URL: 'http://app.example.com/churn' };
    const origins = 'https://a.example,http://b.example,http://127.0.0.1.example.com,http://localhost:5173,http://[::1]:5173';
    expect(problemsOf({ ...production, ...open, ALLOWED_ORIGINS: origins })).toEqual([
      expect.stringContaining('PUBLIC_URL holds http://churn.example.com:'),
      expect.stringContaining('DASHBOARD_URL holds http://app.example.com/churn:'),
      expect.stringContaining('ALLOWED_ORIGINS holds http://b.example:'),
      expect.stringContaining('ALLOWED_ORIGINS holds http://127.0.0.1.example.com:'),
    ]);
    expect(problemsOf({ ...production, PUBLIC_URL: 'http://127.0.0.1:3000', DASHBOARD_URL: 'https://app.example.com' })).toEqual([]);
    expect(problemsOf({ ...usable, ...open })).toEqual([]);
  });

  it.each(['TEST_CLOCK_OFFSET_MS', 'TEST_CLOCK_ERROR_MS'])('refuses %s in production', (name) => {
    expect(problemsOf({ ...usable, NODE_ENV: 'production', SMTP_URL: 'smtp://mail', [name]: '1' })).toHaveLength(1);
  });
});
