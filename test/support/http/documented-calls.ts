import assert from 'node:assert/strict';
import request, { type Response, type Test } from 'supertest';
import { OpenApiDocument, type OpenApiJson } from '../openapi/openapi-answers.js';

/** Calls of an api with answers that must match its own OpenAPI document: operation, status and every field. */
export class DocumentedCalls {
  private constructor(readonly document: OpenApiDocument) {}

  /** @param baseUrl of the api, with its prefix. */
  static async load(baseUrl: string): Promise<DocumentedCalls> {
    const { body } = await request(baseUrl).get('/openapi.json').expect(200);
    return new DocumentedCalls(new OpenApiDocument(body as OpenApiJson));
  }

  /** The answer, which has to be documented. */
  async answer(call: Test): Promise<Response> {
    const answer = await call;
    const { method, path } = (answer as Response & { req: { method: string; path: string } }).req;
    const { status, type, body } = answer;
    assert.deepEqual(this.document.problemsOf({ method, path, status, type, body: body as unknown }), []);
    assert.equal(typeof answer.headers['x-request-id'], 'string');
    return answer;
  }

  /** The answer to a call that is well made. */
  async taken(call: Test, status = 200): Promise<Response> {
    const answer = await this.answer(call);
    assert.equal(answer.status, status, answer.text);
    return answer;
  }

  /** The answer to a call that is not, in the one error body of the interface. */
  async refused(call: Test, status: number, error: string): Promise<Response> {
    const answer = await this.answer(call);
    assert.deepEqual([answer.status, answer.body.error], [status, error]);
    assert.equal(answer.body.request_id, answer.headers['x-request-id']);
    return answer;
  }
}
