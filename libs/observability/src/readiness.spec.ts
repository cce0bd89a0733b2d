import { Readiness } from './readiness.js';

const answering = (): Promise<void> => Promise.resolve();

describe('readiness', () => {
  it('says ok of every part when all answer', async () => {
    expect(await new Readiness({ database: answering, redis: answering }).check()).toEqual({
      checks: { database: 'ok', redis: 'ok' },
      failing: [],
    });
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['fails', () => Promise.reject(new Error('connection refused')), 'connection refused'],
    ['fails with something that is no error', () => Promise.reject('no'), 'failed'],
  ])('names the part that %s and what is wrong with it', async (_what, part, answer) => {
    expect(await new Readiness({ database: answering, redis: part }).check()).toEqual({
      checks: { database: 'ok', redis: answer },
      failing: ['redis'],
    });
  });

  it('waits for no part longer than a moment, and for all at once', async () => {
    jest.useFakeTimers();
    const never = (): Promise<unknown> => new Promise(() => undefined);
    const report = new Readiness({ database: never, redis: never }).check();
    await jest.advanceTimersByTimeAsync(1500);
    jest.useRealTimers();
    expect(await report).toEqual({
      checks: { database: 'no answer within 1500 ms', redis: 'no answer within 1500 ms' },
      failing: ['database', 'redis'],
    });
  });
});
