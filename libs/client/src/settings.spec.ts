import { order } from '../test-support/example-events.js';
import { LoopbackApi } from '../test-support/loopback-api.js';
import { ChurnClient, type ChurnClientOptions } from './churn-client.js';
import { SURROUNDINGS } from './surroundings.js';

const connect = (options: Partial<ChurnClientOptions> = {}): ChurnClient =>
  new ChurnClient({ baseUrl: 'http://127.0.0.1:9/api/v1', apiKey: 'ck_live_test', ...options });

describe('settings of the client', () => {
  it.each<[Partial<ChurnClientOptions>, RegExp]>([
    [{ timeoutMs: 0 }, /^timeoutMs is 0: it must be a number from 1 to 2147483647$/],
    [{ timeoutMs: 2 ** 31 }, /^timeoutMs is 2147483648/],
    [{ timeoutMs: Number.NaN }, /^timeoutMs is NaN/],
    [{ retry: { tries: 0 } }, /^retry.tries is 0/],
    [{ retry: { firstPauseMs: -1 } }, /^retry.firstPauseMs is -1/],
    [{ retry: { longestPauseMs: Infinity } }, /^retry.longestPauseMs is Infinity/],
    [{ retry: { longestWaitMs: Number.NaN } }, /^retry.longestWaitMs is NaN/],
    [{ queue: { flushIntervalMs: 1e12 } }, /^queue.flushIntervalMs is 1000000000000/],
    [{ queue: { maxEvents: 0 } }, /^queue.maxEvents is 0/],
    [{ queue: { maxBytes: 0 } }, /^queue.maxBytes is 0/],
  ])('are refused when they are invalid: %j', (options, message) => {
    expect(() => connect(options)).toThrow(message);
    expect(() => connect(options)).toThrow(TypeError);
  });

  it('keep their default when one is given as undefined', async () => {
    const api = new LoopbackApi();
    const baseUrl = await api.start();
    api.script.push('hang up');
    const absent = { onResult: undefined, onError: undefined, maxEvents: undefined, maxBytes: undefined, flushIntervalMs: 1 };
    const given = { baseUrl, queue: absent, retry: { tries: undefined, firstPauseMs: 1 }, surroundings: { now: undefined } };
    const client = connect(given);
    expect(await client.events.enqueue(order('e-1'))).toMatchObject({ event_id: 'e-1', status: 'accepted' });
    api.answer = () => 'hang up';
    await expect(client.jobs.get('j-1')).rejects.toMatchObject({ attempts: 5 });
    await client.events.close();
    await api.stop();
  });
});

it('allow waits that are too long for a timer', async () => {
  const giveUp = new AbortController();
  setTimeout(() => giveUp.abort(new Error('long enough')), 100);
  await expect(SURROUNDINGS.pause(99_999_999_000, giveUp.signal)).rejects.toThrow('long enough');
});
