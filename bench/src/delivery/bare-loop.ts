import { Agent, request } from 'node:http';
import { newId } from '#libs/core';
import { canonicalJson, deliveryHeaders, signingKeysOf } from '#libs/delivery';

const EVENT = {
  event: 'customer.churn_score.changed',
  customer_id: 'customer-1',
  previous_score: 0.3127,
  new_score: 0.8312,
  previous_label: 'medium',
  new_label: 'high',
  model_version: 'mbg-prior-1.0/h90',
};

/** Signs and posts events at a fixed concurrency over persistent connections, and stores nothing. @returns milliseconds. */
export async function bareLoop(
  url: string,
  secret: string,
  { deliveries, atOnce }: { deliveries: number; atOnce: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const keys = [signingKeysOf(secret)];
  let left = deliveries;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const body = canonicalJson(EVENT);
      const attempt = { deliveryId: newId(), event: EVENT.event, body, attempt: 1, sequence: '1', batch: null };
      await post(url, agent, deliveryHeaders(attempt, keys, new Date()), body);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, lane));
  agent.destroy();
  return performance.now() - started;
}

const post = (url: string, agent: Agent, headers: Record<string, string>, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });
