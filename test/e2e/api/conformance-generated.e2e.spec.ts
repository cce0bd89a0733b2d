import * as fc from 'fast-check';
import request, { type Response, type Test } from 'supertest';
import type { Operation } from '../../support/openapi/openapi-answers.js';
import { type GeneratedRequest, requestsTo } from '../../support/openapi/openapi-requests.js';
import { anyEvent } from '../../contract/wire-events.js';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Shop } from '../../support/shop/shop.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

const RUNS_PER_OPERATION = 40;
const RUNS_PER_SIGNED_IN_OPERATION = 12;
const RUNS_OF_EVENTS = 60;
const SEED = 20_261_121;

describe('for any generated request,', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let secret: string;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    shop = await system.shop();
    secret = await system.webhookSecret(shop);
    calls = await DocumentedCalls.load(system.api.url);
    await shop.send(order({ customer_id: 'c-1', event_id: 'order-1' }), order({ customer_id: 'a b' }));
  }, 60_000);
  afterAll(() => system.stop());

  const send = ({ method, path, body }: GeneratedRequest): Test => {
    const call = shop.call(method, path);
    if (body === null) return call;
    const text = JSON.stringify(body);
    return call.set({ 'Content-Type': 'application/json', 'X-Webhook-Signature': sha256Signature(secret, text) }).send(text);
  };

  const asJson = (call: Test, { body }: GeneratedRequest): Test =>
    body === null ? call : call.set('Content-Type', 'application/json').send(JSON.stringify(body));

  /** Requests made after the document get answers that it describes, none of them an error of ours. */
  async function holds(operation: Operation, ask: (generated: GeneratedRequest) => Promise<Response>, numRuns: number): Promise<void> {
    const property = fc.asyncProperty(requestsTo(calls.document, operation), async (generated) => {
      expect((await ask(generated)).status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns, seed: SEED });
  }

  it('an operation with a key gives a documented answer and never a 5xx', async () => {
    const keyed = calls.document.operations
      .filter(({ security = [] }) => security.some((scheme) => 'key' in scheme))
      // Requests that erase customers come last, so that the others find the customers.
      .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    expect(keyed.length).toBeGreaterThanOrEqual(5);
    for (const operation of keyed) await holds(operation, (generated) => calls.answer(send(generated)), RUNS_PER_OPERATION);
  }, 60_000);

  it('an operation for signed-in people gives a documented answer and never a 5xx', async () => {
    const signedIn = calls.document.operations.filter(({ security = [] }) => security.some((scheme) => 'jwt' in scheme));
    expect(signedIn.length).toBeGreaterThanOrEqual(60);
    let { owner } = await merchantOf(system);
    const ask = (generated: GeneratedRequest): Promise<Response> =>
      calls.answer(asJson(owner.call(generated.method, generated.path), generated));
    for (const operation of signedIn) {
      await holds(
        operation,
        async (generated) => {
          const answer = await ask(generated);
          if (answer.status !== 401) return answer;
          // Some requests end the session that sends them.
          ({ owner } = await merchantOf(system));
          return ask(generated);
        },
        RUNS_PER_SIGNED_IN_OPERATION,
      );
    }
  }, 120_000);

  it('an operation without a credential gives a documented answer and never a 5xx', async () => {
    const open = calls.document.operations
      .filter(({ security = [] }) => security.length === 0)
      .filter(({ responses }) => !('302' in responses));
    expect(open.length).toBeGreaterThanOrEqual(14);
    const ask = (generated: GeneratedRequest): Promise<Response> =>
      calls.answer(asJson(request(system.api.url)[generated.method.toLowerCase() as 'get'](generated.path), generated));
    for (const operation of open) await holds(operation, ask, RUNS_PER_SIGNED_IN_OPERATION);
  }, 60_000);

  it('every event gets a result of its own, and the counts add up', async () => {
    const property = fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 4 }), async (events) => {
      const answer = await calls.answer(shop.post('/events', `{"events":[${events.join(',')}]}`));
      expect([202, 207, 400]).toContain(answer.status);
      // A body that is not valid JSON for us is refused whole: then no event has a result.
      if (answer.body.results === undefined) return;
      const { accepted, rejected, duplicates, results } = answer.body as Record<string, number> & { results: { index: number }[] };
      expect([accepted, rejected, duplicates].reduce<number>((sum, count) => sum + Number(count), 0)).toBe(events.length);
      expect(results.map(({ index }) => index)).toEqual(events.map((_, index) => index));
      expect(answer.status).toBe(rejected === 0 ? 202 : rejected === events.length ? 400 : 207);
    });
    await fc.assert(property, { numRuns: RUNS_OF_EVENTS, seed: SEED });
  }, 60_000);

  it('the service still accepts an order afterwards and scores it', async () => {
    await shop.settled();
    await calls.taken(shop.post('/events', batch(order({ customer_id: 'afterwards' }))), 202);
    await shop.settled();
    expect((await shop.churnOf('afterwards')).churn).not.toBeNull();
  });
});
