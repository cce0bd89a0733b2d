import type { OpenAPIObject } from '@nestjs/swagger';
import { addSharedAnswers } from './shared-answers.js';

const described = (operation: object): Record<string, { description: string }> => {
  const document = {
    openapi: '3.0.0',
    info: { title: 'A service', version: '1' },
    paths: { '/things': { post: { responses: { 200: { description: 'Done' } }, ...operation } } },
  } as unknown as OpenAPIObject;
  addSharedAnswers(document);
  return document.paths['/things']?.post?.responses as Record<string, { description: string }>;
};

describe('the OpenAPI document of an operation', () => {
  it('contains only its own answers when the operation is public', () => {
    expect(Object.keys(described({}))).toEqual(['200']);
  });

  it('contains the refusals of a missing or wrong credential when it needs one', () => {
    expect(Object.keys(described({ security: [{ key: [] }] }))).toEqual(['200', '401', '429', '503']);
  });

  it('contains the refusals of a body when it has one', () => {
    expect(Object.keys(described({ requestBody: { content: {} } }))).toEqual(['200', '400', '413', '415']);
  });

  it('contains the refusals of parameters when its URL has some', () => {
    expect(Object.keys(described({ parameters: [{ in: 'query', name: 'limit' }] }))).toEqual(['200', '422']);
    expect(Object.keys(described({ parameters: [{ in: 'header', name: 'webhook-id' }] }))).toEqual(['200']);
  });

  it('keeps the answers that its controller documents', () => {
    const responses = { 400: { description: 'Ours' }, 202: { description: 'Taken' } };
    expect(described({ requestBody: { content: {} }, responses })['400']).toEqual({ description: 'Ours' });
  });
});
