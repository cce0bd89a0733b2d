import request from 'supertest';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { type HostileRequest, hostileRequests } from '../../support/http/hostile-requests.js';
import { type RawAnswer, requestText, sendRaw } from '../../support/http/raw-http.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Shop } from '../../support/shop/shop.js';

const AT_ONCE = 16;
const INNARDS = /\n\s*at |node_modules|\.(js|ts):\d|Error:|SELECT |postgres|ioredis|hunter2/;

/** Returns what is wrong with the answer to a hostile request; empty when it is right. */
function faultsOf({ status, error, allow }: HostileRequest, answer: RawAnswer): string[] {
  const body = readJson(answer.text);
  const faults = [
    answer.status === status ? '' : `status ${answer.status}, not ${status}: ${answer.text.slice(0, 200)}`,
    body['error'] === error ? '' : `error ${JSON.stringify(body['error'])}, not ${error}`,
    typeof body['message'] === 'string' && body['message'].length > 5 ? '' : 'no message',
    body['request_id'] === answer.headers['x-request-id'] && body['request_id'] !== undefined ? '' : 'no request id, or two',
    answer.headers['content-type']?.startsWith('application/json') === true ? '' : 'not JSON',
    allow === answer.headers['allow'] ? '' : `Allow is ${answer.headers['allow']}`,
    INNARDS.test(answer.text) ? `tells of itself: ${answer.text.slice(0, 200)}` : '',
  ];
  return faults.filter((fault) => fault !== '');
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

describe('error answers', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  it('each of more than 300 hostile requests gets the common error body and no 5xx', async () => {
    const hostile = hostileRequests(shop.apiKey);
    expect(hostile.length).toBeGreaterThanOrEqual(300);
    const faults: string[] = [];
    const queue = [...hostile];
    const work = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const { name } = next;
        faults.push(...faultsOf(next, await sendRaw(system.api.url, next.bytes)).map((fault) => `${name}: ${fault}`));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(faults).toEqual([]);
  }, 60_000);

  it('leave nothing stored, the service intact and no fault in the log', async () => {
    expect(await shop.rows('events')).toEqual([]);
    expect(system.api.output).not.toMatch(/request\.failed|unhandled/i);
    expect((await shop.post('/events', batch(order()))).status).toBe(202);
  });

  it.each(['abc', '', '1e2', '0x10', 'NaN', '１２'])('say of every number in a query that %p is not one', async (garbage) => {
    const { owner, shop: server } = await merchantOf(system);
    const { document } = await DocumentedCalls.load(system.api.url);
    const asked: unknown[] = [];
    for (const { path, method, parameters = [], security = [] } of document.operations) {
      for (const { name, schema } of parameters.filter(
        (each) => each.in === 'query' && /^(integer|number)$/.test(each.schema.type ?? ''),
      )) {
        const caller = security.some((scheme) => 'key' in scheme) ? server : owner;
        const address = `${path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, 'x')}?${name}=${encodeURIComponent(garbage)}`;
        const { status, body } = await caller.call(method, address);
        // Other parameters may be missing.
        const details: Record<string, string>[] = body.details ?? [];
        const { field, code, message } = details.find((each) => each['field'] === name) ?? {};
        asked.push([path, name]);
        expect([path, status, field, code]).toEqual([path, 422, name, schema.type === 'integer' ? 'isInt' : 'isNumber']);
        expect(message).toMatch(/^\w+ must be a (?:whole )?number from \d+ to \d+, not "/);
      }
    }
    expect(asked.length).toBeGreaterThan(20);
  });

  it('carry the request id of the caller', async () => {
    for (const path of ['/nowhere', '/churn/recalculate', '/customers?limit=0']) {
      const response = await shop.get(path).set('X-Request-Id', 'mine-1');
      expect(response.body).toMatchObject({ request_id: 'mine-1' });
      expect(response.headers['x-request-id']).toBe('mine-1');
    }
  });

  it('to HEAD have the status of GET and no body', async () => {
    const answers = await Promise.all(
      ['/api/v1/plans', '/api/v1/nowhere', '/api/v1/churn/recalculate'].map((path) => sendRaw(system.api.url, requestText('HEAD', path))),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual([[200, ''], [404, ''], [405, '']]); // prettier-ignore
  });

  it('are not sent to OPTIONS, which lists the methods of the path', async () => {
    const response = await request(system.api.url).options('/churn/recalculate');
    expect([response.status, response.headers['allow']]).toEqual([204, 'POST, OPTIONS']);
  });

  it('are not caused by an unknown Expect header, which is ignored', async () => {
    const answer = await sendRaw(system.api.url, requestText('GET', '/api/v1/plans', { headers: { Expect: 'a-miracle' } }));
    expect(answer.status).toBe(200);
  });

  it('do not reveal the customers of another tenant: they look like unknown ones', async () => {
    await shop.send(order({ customer_id: 'only-here' }));
    const other = await system.shop();
    const [theirs, nobodys] = [await other.get('/customers/only-here/churn'), await other.get('/customers/nobody/churn')];
    expect([theirs.status, theirs.body.error, theirs.body.message]).toEqual([404, nobodys.body.error, nobodys.body.message]);
  });
});
