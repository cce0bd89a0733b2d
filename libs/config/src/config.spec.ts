import { ConfigError, loadConfig } from './config.js';

const usable = {
  DATABASE_URL: 'postgres://app:secret@db/churn',
  REDIS_URL: 'redis://cache:6379',
  SECRETS_KEY: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
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
  it('needs only the two servers and a key for secrets, and fills in the rest', () => {
    const config = loadConfig(usable);
    expect(config.api).toEqual({ host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000', trustProxy: false });
    expect(config.clockOffsetMs).toBe(0);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('reports every problem at once, each with the variable, its value and what is allowed', () => {
    const problems = problemsOf({ REDIS_URL: 'http://x', API_PORT: 'abc', WORKER_PORT: '70000', LOG_LEVEL: 'loud' });
    expect(problems).toEqual([
      'LOG_LEVEL is "loud": it must be one of trace, debug, info, warn, error, silent',
      'DATABASE_URL is not set: it must be a postgres:// URL of the restricted role',
      'REDIS_URL is not usable: it must be a redis:// or rediss:// URL',
      'SECRETS_KEY is not set: it must be <key id>:<base64 of 32 bytes>, or several of them with commas between and a different id each',
      'API_PORT is "abc": it must be a whole number from 1 to 65535',
      'WORKER_PORT is 70000: it must be a whole number from 1 to 65535',
    ]);
  });

  it('never prints a connection URL, which holds a password', () => {
    expect(problemsOf({ ...usable, DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain('hunter2');
  });

  it('reads the keys for secrets, and never prints one that is not usable', () => {
    expect(loadConfig(usable).secretKeys).toEqual([{ id: 'k1', key: Buffer.alloc(32, 1) }]);
    const problems = problemsOf({ ...usable, SECRETS_KEY: 'k1:hunter2' });
    expect(problems).toEqual([expect.stringContaining('SECRETS_KEY is not usable')]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('takes an empty variable as not set', () => {
    expect(loadConfig({ ...usable, API_PORT: '', PUBLIC_URL: '' }).api.port).toBe(3000);
  });

  it('refuses a shifted clock in production', () => {
    expect(problemsOf({ ...usable, NODE_ENV: 'production', TEST_CLOCK_OFFSET_MS: '1' })).toHaveLength(1);
  });
});
