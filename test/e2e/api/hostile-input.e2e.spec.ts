import { randomUUID } from 'node:crypto';
import request, { type Test } from 'supertest';
import type { Operation, Schema } from '../../support/openapi/openapi-answers.js';
import { HOSTILE_KEYS, smallBodyOf } from '../../support/openapi/openapi-requests.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';
import { order } from '../../support/shop/builders.js';
import { patient } from '../../support/waiting/limits.js';

/** Others build their URLs: platforms, forwarders and monitors add parameters of their own. */
const ANY_QUERY = new Set([
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /plans',
  'GET /integrations/storefront/callback',
  'GET /integrations/storefront/install',
  'POST /integrations/storefront/compliance',
  'POST /integrations/storefront/t/{tenant_id}/compliance',
  'POST /webhooks/storefront/customers',
  'POST /webhooks/storefront/orders',
  'POST /webhooks/storefront/t/{tenant_id}/customers',
  'POST /webhooks/storefront/t/{tenant_id}/orders',
]);
/** Their bodies are the merchant's or the platform's own, with any keys: nothing of ours is built from them. */
const OWN_KEYS = /^POST \/(events|dashboard\/events|webhooks\/.*|segment\/.*|integrations\/storefront\/(t\/\{tenant_id\}\/)?compliance)$/;
/** It is signed with the secret of the merchant's own app, and the shop here is connected with the operator's. */
const OF_OWN_APP = 'POST /integrations/storefront/t/{tenant_id}/compliance';

/** Every operation of the document, with valid credentials and signatures. A new operation is covered without a change here. */
describe('on every operation,', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let person: Merchant;
  let server: Merchant;
  let connected: ConnectedShop;
  let secret: string;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  beforeEach(async () => {
    [person, server] = [await merchantOf(system), await merchantOf(system)];
    secret = await system.webhookSecret(server.shop);
    connected = await ConnectedShop.connect(system, 'generic', server.shop);
    await server.shop.send(order({ customer_id: 'c-1' }));
  });

  const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace('/api/v1', '')}`;
  const operations = (): readonly Operation[] => {
    expect(calls.document.operations.length).toBeGreaterThan(90);
    return calls.document.operations;
  };
  const needs = (operation: Operation, scheme: string): boolean => (operation.security ?? []).some((one) => scheme in one);

  /** Calls the operation with the right credentials. `body` is JSON text, signed with everything that could be asked for. */
  function call(operation: Operation, query: string, body?: string): Test {
    const ids = { tenant_id: server.shop.tenantId, external_id: 'c-1', customer_id: 'c-1', name: 'points', call: 'track' } as Record<
      string,
      string
    >;
    const path = operation.path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? randomUUID());
    const { method } = operation;
    const asked = needs(operation, 'key')
      ? server.shop.call(method, path + query)
      : needs(operation, 'jwt')
        ? person.owner.call(method, path + query)
        : request(system.api.url)[method.toLowerCase() as 'get'](path + query);
    if (body === undefined) return asked;
    return asked
      .set({
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        'X-Webhook-Signature': sha256Signature(secret, body),
        'X-Storefront-Hmac-SHA256': hmac(connected.secret, body),
        ...connected.headers('orders/create'),
      })
      .send(body);
  }

  const bodySchemaOf = (operation: Operation): Schema | null => {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    return schema === undefined ? null : calls.document.resolve(schema);
  };

  /** A body that the operation takes, as an object; null where it is not an object of ours. */
  function bodyOf(operation: Operation): Record<string, unknown> | null {
    if (bodySchemaOf(operation)?.properties === undefined) return null;
    const small = smallBodyOf(calls.document, operation) as Record<string, unknown>;
    // Registered twice, an address is taken.
    return 'email' in small ? { ...small, email: `${randomUUID()}@example.com` } : small;
  }

  it('a query parameter that it does not have is refused, and nothing happens', async () => {
    for (const operation of operations().filter((each) => !ANY_QUERY.has(nameOf(each)))) {
      const body = operation.requestBody === undefined ? undefined : JSON.stringify(bodyOf(operation) ?? [order()]);
      const answer = await calls.answer(call(operation, '?dryrun=true&limits=1', body));
      expect([nameOf(operation), answer.status, answer.body.error]).toEqual([nameOf(operation), 422, 'validation_error']);
      const fields = (answer.body.details as { field: string }[]).map(({ field }) => field);
      expect([nameOf(operation), ...fields]).toEqual([nameOf(operation), 'dryrun', 'limits']);
    }
    expect((await server.shop.get('/customers/c-1')).status).toBe(200);
    expect((await server.shop.get('/churn/model')).status).toBe(200);
    expect((await person.owner.get('/auth/me')).status).toBe(200);
  }, 60_000);

  it('a query that others add to its URL is ignored', async () => {
    const marked = operations().filter((each) => (each as { readonly 'x-any-query'?: true })['x-any-query'] === true);
    expect(marked.map(nameOf).toSorted()).toEqual([...ANY_QUERY].toSorted());
    for (const operation of marked) {
      const body = operation.requestBody === undefined ? undefined : JSON.stringify({ shop_domain: connected.domain });
      const { status } = await call(operation, '?ts=1&forwarded=1', body).redirects(0);
      const fine = nameOf(operation) === OF_OWN_APP ? [401] : [200, 202, 302];
      expect([nameOf(operation), fine.includes(status)]).toEqual([nameOf(operation), true]);
    }
    const readiness = await fetch(`${system.worker.url}/health/ready?ts=1`);
    expect(readiness.status).toBe(200);
  });

  it('the name that was meant is named', async () => {
    const messageOf = async (asked: Test): Promise<string> => (await calls.refused(asked, 422, 'validation_error')).body.message as string;
    expect(await messageOf(server.shop.post('/events?dryrun=true', { events: [order()] }))).toBe(
      'there is no query parameter dryrun: did you mean dry_run?',
    );
    expect(await messageOf(server.shop.get('/customers?churnlabel=high'))).toBe(
      'there is no query parameter churnlabel: did you mean churn_label?',
    );
    expect(await messageOf(server.shop.delete('/customers/c-1?dry_run=true'))).toBe('there is no query parameter dry_run');
    const { body } = await calls.refused(person.owner.post('/campaigns', { name: 'x', webhook_ur: 'y' }), 400, 'validation_error');
    expect(body.message).toContain('there is no field webhook_ur: did you mean webhook_url?');
  });

  it('hundreds of thousands of unknown fields in a body are refused at once and in few words', async () => {
    const fields = Array.from({ length: 400_000 }, (_, i) => `"backfilx${i}":1`).join(',');
    const began = performance.now();
    const answer = await calls.refused(server.shop.post('/events', `{"events":[{}],${fields}}`), 400, 'validation_error');
    expect(answer.body.details).toHaveLength(20);
    expect(answer.text.length).toBeLessThan(10_000);
    expect(performance.now() - began).toBeLessThan(patient(4000));
  });

  it.each(HOSTILE_KEYS)(
    'a key named %s is refused at any depth of the body',
    async (key) => {
      for (const operation of operations().filter(({ requestBody }) => requestBody !== undefined)) {
        const body = bodyOf(operation) ?? {};
        const hostile = { [key]: { [key]: 1 } };
        const names = Object.keys(bodySchemaOf(operation)?.properties ?? {});
        const bodies = [
          { ...body, ...hostile },
          hostile,
          ...names.map((name, i) => ({ ...body, [name]: i % 2 === 0 ? hostile : [[hostile]] })),
        ];
        for (const sent of bodies) {
          const { status } = await calls.answer(call(operation, '', JSON.stringify(sent)));
          const isFine = OWN_KEYS.test(nameOf(operation)) ? status < 500 : status === 400;
          expect([nameOf(operation), JSON.stringify(sent), isFine]).toEqual([nameOf(operation), JSON.stringify(sent), true]);
        }
      }
    },
    120_000,
  );

  it.each(HOSTILE_KEYS)(
    'a key named %s in the query is no error of ours',
    async (key) => {
      for (const operation of operations().filter(({ method }) => method === 'GET')) {
        const names = (operation.parameters ?? []).filter(({ in: where }) => where === 'query').map(({ name }) => name);
        for (const query of [
          `${key}=1`,
          `${key}[x]=1`,
          `x[${key}]=1`,
          ...names.flatMap((name) => [`${name}[${key}]=1`, `${name}[a][${key}][b]=1`]),
        ]) {
          const asked = call(operation, `?${query}`).redirects(0);
          const { status } = ANY_QUERY.has(nameOf(operation)) ? await asked : await calls.answer(asked);
          expect([nameOf(operation), query, status < 500]).toEqual([nameOf(operation), query, true]);
        }
      }
    },
    60_000,
  );

  it('null in an optional field means the same as its absence, or what the document says', async () => {
    let tried = 0;
    for (const operation of operations().filter((each) => bodyOf(each) !== null)) {
      const { properties = {}, required = [] } = bodySchemaOf(operation) as Schema;
      for (const [name, schema] of Object.entries(properties).filter(([each]) => !required.includes(each))) {
        const { [name]: _, ...without } = bodyOf(operation) as Record<string, unknown>;
        const absent = await calls.answer(call(operation, '', JSON.stringify(without)));
        const email = 'email' in without ? { email: `${randomUUID()}@example.com` } : {};
        const withNull = await calls.answer(call(operation, '', JSON.stringify({ ...without, ...email, [name]: null })));
        const isFine = withNull.status < 500 && (schema.nullable === true || withNull.status === absent.status);
        expect([nameOf(operation), name, withNull.status, isFine]).toEqual([nameOf(operation), name, withNull.status, true]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(40);
  }, 60_000);
});
