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

describe('the document of an operation', () => {
  it('that everybody may call has only its own answers', () => {
    expect(Object.keys(described({}))).toEqual(['200']);
  });

  it('that needs a credential tells how callers are refused', () => {
    expect(Object.keys(described({ security: [{ key: [] }] }))).toEqual(['200', '401', '429', '503']);
  });

  it('that takes a body tells how bodies are refused', () => {
    expect(Object.keys(described({ requestBody: { content: {} } }))).toEqual(['200', '400', '413', '415']);
  });

  it('that takes parameters in its address tells how those are refused', () => {
    expect(Object.keys(described({ parameters: [{ in: 'query', name: 'limit' }] }))).toEqual(['200', '422']);
    expect(Object.keys(described({ parameters: [{ in: 'header', name: 'webhook-id' }] }))).toEqual(['200']);
  });

  it('keeps what its controller says', () => {
    const responses = { 400: { description: 'Ours' }, 202: { description: 'Taken' } };
    expect(described({ requestBody: { content: {} }, responses })['400']).toEqual({ description: 'Ours' });
  });
});
