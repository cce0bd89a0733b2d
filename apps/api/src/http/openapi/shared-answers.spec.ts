import { addSharedAnswers } from './shared-answers.js';

const documented = (operation: object, method = 'post') => {
  const answered = { responses: { 200: { description: 'Done' } }, ...operation };
  const document = { openapi: '3.0.0', info: { title: 'A service', version: '1' }, paths: { '/things': { [method]: answered } } };
  addSharedAnswers(document);
  return answered as { responses: Record<string, { description: string }>; security?: object[] };
};
const statusesOf = (operation: object, method?: string): string[] => Object.keys(documented(operation, method).responses);

describe('the OpenAPI document of an operation', () => {
  it('says that a public operation needs no credential', () => {
    expect(documented({}).security).toEqual([]);
    expect(statusesOf({}, 'get')).toEqual(['200', '422']);
  });

  it('contains the refusals of a missing or wrong credential when it needs one', () => {
    expect(statusesOf({ security: [{ key: [] }] }, 'get')).toEqual(['200', '401', '422', '429', '503']);
  });

  it.each(['post', 'put', 'patch'])('contains the refusals of a body for %s, also where no body is needed', (method) => {
    expect(statusesOf({}, method)).toEqual(['200', '400', '413', '415', '422']);
  });

  it('contains no refusals of a body for DELETE, which reads none', () => {
    expect(statusesOf({}, 'delete')).toEqual(['200', '422']);
  });

  it.each([
    ['ingest', 'Needs an API key with the scope `ingest`, `import` or `all`.'],
    ['read', 'Needs an API key with the scope `read` or `all`.'],
    ['all', 'Needs an API key with the scope `all`.'],
  ])('names all scopes of keys that may do what needs %s', (needed, description) => {
    expect(documented({ 'x-key-scope': needed })).toMatchObject({ description });
  });

  it('keeps the answers that its controller documents', () => {
    const responses = { 400: { description: 'Ours' }, 202: { description: 'Taken' } };
    expect(documented({ responses }).responses['400']).toEqual({ description: 'Ours' });
  });
});
