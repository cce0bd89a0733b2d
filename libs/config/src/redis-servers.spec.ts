import { readRedisServers } from './redis-servers.js';

describe('REDIS_URL', () => {
  it('can name one server', () => {
    expect(readRedisServers('rediss://:secret@cache:6380/2')).toEqual({ kind: 'single', url: 'rediss://:secret@cache:6380/2' });
  });

  it('can name some nodes of a cluster', () => {
    expect(readRedisServers('redis+cluster://:s%40fe@a:7000,b,[::1]:7002')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 6379 },
        { host: '::1', port: 7002 },
      ],
      login: { password: 's@fe', tls: false },
    });
  });

  it('can name sentinels and their master', () => {
    expect(readRedisServers('rediss+sentinel://app:secret@a,b:26380/churn/3')).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
      master: 'churn',
      db: 3,
      login: { username: 'app', password: 'secret', tls: true },
    });
  });

  it.each([
    'http://cache',
    'redis://',
    'redis+cluster://',
    'redis+cluster://a,,b',
    'redis+cluster://a:0',
    'redis+cluster://a:70000',
    'redis+cluster://a/master',
    'redis+sentinel://a',
    'redis+other://a',
  ])('cannot be %s', (text) => {
    expect(readRedisServers(text)).toBeNull();
  });
});
