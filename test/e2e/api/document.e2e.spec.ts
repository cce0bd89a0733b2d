import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import request, { type Test } from 'supertest';
import { isBare } from '../../../apps/api/src/http/openapi/examples.js';
import { ERROR_EXAMPLES } from '../../../apps/api/src/http/openapi/error-examples.js';
import { operationsOf } from '../../../apps/api/src/http/openapi/operations.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';

const ROOT = path.resolve(__dirname, '../../..');
const LINTER = require.resolve('@redocly/cli/bin/cli.js');
const PRINT_OPENAPI = path.join(ROOT, 'dist/apps/api/src/print-openapi.js');
const LARGEST_DOCUMENT = 64 * 1024 * 1024;
/** Keeps the linter away from the network. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

describe('the OpenAPI document', () => {
  let system: ChurnSystem;
  let document: OpenAPIObject;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    document = (await DocumentedCalls.load(system.api.url)).document.json as unknown as OpenAPIObject;
  }, 60_000);
  afterAll(() => system.stop());

  it('is the one from which the types of the client and of the dashboard are generated', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PRINT_OPENAPI], { maxBuffer: LARGEST_DOCUMENT });
    // No types follow from the address of the service.
    expect({ ...(JSON.parse(stdout) as object), servers: document.servers }).toEqual(document);
  });

  it('has no error and no warning in the eyes of redocly lint', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'churn-openapi-'));
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const linted = promisify(execFile)(process.execPath, [LINTER, 'lint', file, '--format=json'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...OFFLINE },
    });
    const { stdout } = await linted.catch((error: { stdout: string }) => error);
    await rm(folder, { recursive: true });
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
  });

  it('says of every operation who may call it, and explains each parameter', () => {
    const operations = operationsOf(document);
    expect(operations.length).toBeGreaterThan(90);
    expect(operations.filter(({ operation }) => operation.security === undefined)).toEqual([]);
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    expect(parameters.filter((parameter) => !('description' in parameter) || parameter.description === '')).toEqual([]);
  });

  it('shows each refusal with the body that the service gives', async () => {
    const shop = await system.shop();
    const post = (body: string, type: string): Test =>
      request(system.api.url).post('/events').set('X-API-Key', shop.apiKey).set('Content-Type', type).send(body);
    const refusals = {
      400: post('{}', 'application/json'),
      401: request(system.api.url).get('/customers'),
      404: shop.get('/customers/nobody'),
      415: post('hello', 'text/plain'),
      422: shop.get('/customers?limit=500'),
    };
    const given = await Promise.all(
      Object.values(refusals).map(async (call) => {
        const { status, body } = await call;
        return [status, { ...(body as object), request_id: '' }];
      }),
    );
    expect(given).toEqual(Object.keys(refusals).map((status) => [Number(status), { ...ERROR_EXAMPLES[Number(status)], request_id: '' }]));
  });

  it('says what a path answers to a method that it does not have', async () => {
    const { status, headers, body } = await request(system.api.url).delete('/events');
    expect([status, headers['allow'], body.error]).toEqual([405, 'GET, HEAD, POST', 'method_not_allowed']);
    expect(document.info.description).toContain('405 `method_not_allowed`, and lists its methods in the header `Allow`');
  });

  it('shows the code of its status with each refusal', () => {
    const shown = operationsOf(document).flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, answer]) => {
        const media = answer !== undefined && 'content' in answer ? answer.content?.['application/json'] : undefined;
        const isError = media?.schema !== undefined && '$ref' in media.schema && media.schema.$ref.endsWith('/ErrorDto');
        return isError ? [{ id: operation.operationId, status, example: media?.examples }] : [];
      }),
    );
    expect(shown.length).toBeGreaterThan(300);
    expect(shown.filter(({ example }) => example === undefined)).toEqual([]);
  });

  it('shows no field as "string" or 0', () => {
    const fields = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      Object.entries('properties' in schema ? (schema.properties ?? {}) : {}).map(([field, property]) => ({
        name: `${name}.${field}`,
        property,
      })),
    );
    expect(fields.length).toBeGreaterThan(300);
    expect(fields.filter(({ property }) => !('$ref' in property) && isBare(property)).map(({ name }) => name)).toEqual([]);
  });
});
