import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import request from 'supertest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { type Received, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { standardHeaders } from '../../support/webhooks/webhook-signer.js';
import { deliverySettings, lapsed, webhookShop } from '../../support/webhooks/webhook-shop.js';

interface Node {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly position: readonly number[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly credentials?: object;
}

interface Workflow {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly connections: Readonly<
    Record<string, { readonly main: readonly (readonly { readonly node: string; readonly type: string }[])[] }>
  >;
  readonly active: boolean;
}

const FILE = path.resolve(__dirname, '../../../docs/guides/n8n-workflow.json');
const workflow = JSON.parse(readFileSync(FILE, 'utf8')) as Workflow;
const nodeOf = (type: string): Node => {
  const node = workflow.nodes.find((each) => each.type === `n8n-nodes-base.${type}`);
  if (node === undefined) throw new Error(`the workflow has no ${type}`);
  return node;
};

/** Runs the code as n8n does, for a request that its webhook node has received with the option "Raw Body". */
async function verify({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string, memory: object): Promise<unknown[]> {
  const code = String(nodeOf('code').parameters['jsCode']).replace('whsec_PUT_YOURS_HERE', secret);
  const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => (...values: unknown[]) => Promise<unknown[]>;
  const run = new AsyncFunction('$input', '$getWorkflowStaticData', 'require', code);
  const item = { json: { headers, params: {}, query: {}, body: JSON.parse(body.toString('utf8')) as object } };
  const binary = Buffer.from(body.toString('base64'), 'base64');
  const helpers = { getBinaryDataBuffer: (index: number, name: string) => Promise.resolve(index === 0 && name === 'data' ? binary : null) };
  return run.call({ helpers }, { first: () => item }, () => memory, createRequire(FILE));
}

describe('the n8n workflow of the docs', () => {
  it('has what n8n imports: nodes with a type, a version and a place, all reached from the webhook, and no secret', () => {
    expect(workflow).toMatchObject({ name: expect.any(String), active: false, settings: { executionOrder: 'v1' } });
    for (const { id, type, typeVersion, position, parameters, credentials } of workflow.nodes) {
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(type).toMatch(/^n8n-nodes-base\.\w+$/);
      expect([typeof typeVersion, typeof parameters, position.length, credentials]).toEqual(['number', 'object', 2, undefined]);
    }
    const names = workflow.nodes.map(({ name }) => name);
    expect([new Set(names).size, new Set(workflow.nodes.map(({ id }) => id)).size]).toEqual([names.length, names.length]);
    const reached = new Set([nodeOf('webhook').name]);
    for (const name of reached)
      for (const { node, type } of workflow.connections[name]?.main.flat() ?? []) if (type === 'main') reached.add(node);
    expect([...reached].toSorted()).toEqual(names.toSorted());
    expect(nodeOf('webhook').parameters).toMatchObject({ httpMethod: 'POST', options: { rawBody: true } });
    expect(JSON.stringify(workflow)).not.toMatch(/whsec_\w{20}|ck_live_\w/);
  });

  it('refuses what another has signed, what was changed, and what is old', async () => {
    const [secret, other] = [1, 2].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`) as [string, string];
    const body = Buffer.from('{"event":"customer.churn_score.changed"}');
    const passed = (headers: Received['headers'], sent = body): Promise<unknown[]> => verify({ headers, body: sent }, secret, {});
    expect(await passed(standardHeaders(secret, body))).toEqual([{ json: { event: 'customer.churn_score.changed' } }]);
    expect(await passed({ ...standardHeaders(secret, body), 'x-service-test': 'true' })).toEqual([]);
    for (const refused of [
      passed(standardHeaders(other, body)),
      passed(standardHeaders(secret, body), Buffer.from('{}')),
      passed(standardHeaders(secret, body, -600)),
      passed({}),
    ])
      await expect(refused).rejects.toThrow('the signature is not valid');
  });

  describe('with webhooks of the service', () => {
    let system: ChurnSystem;
    let endpoint: WebhookEndpoint;

    beforeAll(async () => {
      system = await ChurnSystem.start(deliverySettings());
      endpoint = await WebhookEndpoint.start();
    }, 60_000);
    afterAll(async () => {
      await system.stop();
      await endpoint.stop();
    });

    it('passes a signed message on, once, and asks the service why', async () => {
      const { shop, secret } = await webhookShop(system, endpoint.url);
      await shop.send(...lapsed('c/1'));
      const isHighRisk = ({ json }: Received): boolean => json['event'] === 'customer.high_risk.detected';
      const message = await eventually('a message', () => Promise.resolve(endpoint.received.find(isHighRisk) ?? null));
      const memory = {};
      const [item] = (await verify(message, secret, memory)) as { json: Record<string, unknown> }[];
      expect(item?.json).toMatchObject({ event: 'customer.high_risk.detected', customer_id: 'c/1' });
      expect(await verify(message, secret, memory)).toEqual([]);

      const condition = JSON.stringify(nodeOf('if').parameters);
      expect(condition).toContain(String(item?.json['event']));
      const template = String(nodeOf('httpRequest').parameters['url']).replace('=https://churn.example.com/api/v1', '');
      const url = template.replace('{{ encodeURIComponent($json.customer_id) }}', encodeURIComponent(String(item?.json['customer_id'])));
      const calls = await DocumentedCalls.load(system.api.url);
      const { body } = await calls.taken(request(system.api.url).get(url).set('X-API-Key', shop.apiKey));
      expect(body).toMatchObject({ external_id: 'c/1', churn: { label: item?.json['label'] } });
    });
  });
});
