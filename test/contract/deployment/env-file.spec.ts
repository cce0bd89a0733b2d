import { addFromFile } from '../../../tools/start/env-file.mjs';

describe('The file .env', () => {
  it('gives what the environment does not set, where an empty variable counts as not set', () => {
    const env: Record<string, string | undefined> = { API_PORT: '', WORKER_PORT: '3101', PATH: '/bin' };
    addFromFile(env, 'API_PORT=3100\nWORKER_PORT=3001\nLOG_LEVEL=\n# NODE_ENV=test\n');
    expect(env).toEqual({ API_PORT: '3100', WORKER_PORT: '3101', PATH: '/bin', LOG_LEVEL: '' });
  });
});
