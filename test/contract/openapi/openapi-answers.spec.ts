import { OpenApiDocument, type Schema } from '../../support/openapi/openapi-answers.js';

const ok = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const THING: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    part: { nullable: true, type: 'object', allOf: [{ $ref: '#/components/schemas/Part' }] },
  },
  required: ['id', 'part'],
};
const PART: Schema = { type: 'object', properties: { size: { type: 'string', enum: ['small', 'large'], nullable: true } } };

const document = new OpenApiDocument({
  paths: {
    '/things/{id}': { get: { responses: { 200: ok({ $ref: '#/components/schemas/Thing' }), 204: {} } } },
    '/things/types': { get: { responses: { 200: ok({ type: 'array', items: { type: 'integer' } }) } } },
  },
  components: { schemas: { Thing: THING, Part: PART } },
});
const id = '8c2f1d52-6f0a-4a55-9a0e-3d3a8f3f9e11';
const get = (path: string, body: unknown, status = 200): string[] =>
  document.problemsOf({ method: 'GET', path, status, type: 'application/json', body });

describe('the OpenAPI check of an answer', () => {
  it.each([
    ['with an object', { id, part: { size: 'small' } }],
    ['with null instead of an object', { id, part: null }],
    ['with null instead of an enum value', { id, part: { size: null } }],
  ])('finds no problem in a documented answer %s', (_, body) => expect(get('/things/5?full=1', body)).toEqual([]));

  it.each([
    ['lacks a field', { part: null }, "must have required property 'id'"],
    ['has an undocumented field', { id, part: null, secret: 1 }, 'must NOT have additional properties {"additionalProperty":"secret"}'],
    ['has an undocumented nested field', { id, part: { weight: 1 } }, '"weight"'],
    ['has the wrong format', { id: '5', part: null }, '/id must match format "uuid"'],
    ['has a value outside the enum', { id, part: { size: 'huge' } }, '/part/size must be equal to one of the allowed values'],
  ])('finds an answer that %s', (_, body, sentence) => expect(get('/things/5', body).join('\n')).toContain(sentence));

  it('uses the operation with fewer path parameters', () => {
    expect(get('/things/types', [1, 2])).toEqual([]);
    expect(get('/things/types', [1.5])).not.toEqual([]);
  });

  it('requires an operation, a status and a schema', () => {
    expect(get('/nowhere', {})).toEqual(['GET /nowhere → 200: no such operation']);
    expect(document.problemsOf({ method: 'POST', path: '/things/5', status: 200, type: 'application/json', body: {} })).toHaveLength(1);
    expect(get('/things/5', {}, 404)).toEqual(['GET /things/5 → 404: no such status']);
    expect(get('/things/5', {}, 204)).toEqual(['GET /things/5 → 204: no schema']);
  });
});
