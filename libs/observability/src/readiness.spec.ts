import { Log } from './logger.js';
import { type Check, Readiness } from './readiness.js';

const answering: Check = () => Promise.resolve();
const failing: Check = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
const silent = new Log('test', 'silent');
const readinessOf = (parts: Record<string, Check>): Readiness => new Readiness(parts, silent);

describe('readiness', () => {
  it('reports ok for every part when all answer', async () => {
    expect(await readinessOf({ database: answering, redis: answering }).check()).toEqual({
      status: 'ok',
      checks: { database: 'ok', redis: 'ok' },
      failing: [],
    });
  });

  it('names the part that fails, and writes the error to the log only', async () => {
    expect(await readinessOf({ database: answering, redis: failing }).check()).toEqual({
      status: 'unavailable',
      checks: { database: 'ok', redis: 'failing' },
      failing: ['redis'],
    });
  });

  it('reports not ready as soon as the process ends', async () => {
    const readiness = readinessOf({ database: answering });
    await readiness.check();
    readiness.end();
    expect(await readiness.check()).toMatchObject({ status: 'unavailable', failing: ['process'] });
  });

  it('checks the parts once for any number of calls at the same time', async () => {
    let asked = 0;
    const readiness = readinessOf({ database: () => Promise.resolve((asked += 1)) });
    await Promise.all(Array.from({ length: 50 }, () => readiness.check()));
    await readiness.check();
    expect(asked).toBe(1);
  });

  it('checks all parts in parallel, each with a short limit', async () => {
    jest.useFakeTimers();
    const never: Check = () => new Promise(() => undefined);
    const report = readinessOf({ database: never, redis: never }).check();
    await jest.advanceTimersByTimeAsync(1500);
    jest.useRealTimers();
    expect((await report).failing).toEqual(['database', 'redis']);
  });
});
