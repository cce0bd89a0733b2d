import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { Person } from '../../support/people/person.js';

const LIMIT = 300;

describe('the people of a tenant over its limit', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());

  const transactions = async (): Promise<number> => {
    const { rows } = await system.owner.query('SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()');
    return (rows as { count: number }[])[0]!.count;
  };

  it('are answered 429 without a transaction for each call, and those of other tenants are served', async () => {
    const person = await system.register();
    await system.owner.query('UPDATE tenants SET rate_limit_per_minute = $2 WHERE id = $1', [person.tenantId, LIMIT]);
    const ask = (): request.Test => person.get('/members');
    for (let round = 0; round < 7; round += 1) await Promise.all(Array.from({ length: 50 }, ask));
    await ask().expect(429);
    await sleep(1000);
    const before = await transactions();
    for (let round = 0; round < 20; round += 1) {
      for (const { status, headers } of await Promise.all(Array.from({ length: 50 }, ask))) {
        expect(status).toBe(429);
        expect(headers).toMatchObject({
          'x-ratelimit-limit': String(LIMIT),
          'x-ratelimit-remaining': '0',
          'retry-after': expect.any(String),
        });
      }
    }
    // Postgres counts with a delay, and workers sweep in the meantime.
    await sleep(1000);
    expect((await transactions()) - before).toBeLessThan(500);
    await (await system.register()).get('/members').expect(200);
  });

  it('are served again in the next window, and a token that we did not sign is refused as before', async () => {
    const person = await system.register();
    await system.owner.query('UPDATE tenants SET rate_limit_per_minute = $2 WHERE id = $1', [person.tenantId, LIMIT]);
    for (let round = 0; round < 7; round += 1) await Promise.all(Array.from({ length: 50 }, () => person.get('/members')));
    await person.get('/members').expect(429);
    const forged = new Person(system.api.url, person.email, person.password, { ...person.signedIn, access_token: `${person.token}x` });
    expect((await forged.get('/members')).status).toBe(401);
    await system.redis.flushdb();
    expect((await person.get('/members')).status).toBe(200);
  });
});
