import type { OpenAPIObject } from '@nestjs/swagger';
import { type NeededScope, scopesFor } from '#libs/core';
import { type DocumentedOperation, type OperationOfMethod, operationsOf, refusal, takesAnyQuery } from './operations.js';

type Answers = DocumentedOperation['responses'];

const integer = (description: string) => ({ description, schema: { type: 'integer' } });

const TOO_MANY: Answers[string] = {
  ...refusal(
    'More requests within a minute than agreed. Requests with an API key that send events count apart from all others, and batches of a backfill do not count',
  ),
  headers: {
    'X-RateLimit-Limit': integer('Requests allowed per minute'),
    'X-RateLimit-Remaining': integer('Requests left'),
    'X-RateLimit-Reset': integer('When all of them are there again, in unix seconds'),
    'Retry-After': integer('Seconds to wait, at least 1'),
  },
};

/** Names the scopes of API keys that an operation takes; null when it takes every key, or none. */
function namedScopes(operation: DocumentedOperation): string | null {
  const { 'x-key-scope': needed } = operation as { readonly 'x-key-scope'?: NeededScope };
  if (needed === undefined || needed === 'any') return null;
  const names = scopesFor(needed).map((scope) => `\`${scope}\``);
  return `the scope ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)}`;
}

const OTHER_SCOPE = 'The API key has another scope';

/** The answers of the guards, the body parser and the query rule, which run before the operations. */
function sharedAnswers({ method, operation }: OperationOfMethod): Answers {
  const ofCallers = {
    401: refusal('The credential is missing or not valid'),
    429: TOO_MANY,
    503: refusal('Something that the service stands on does not answer; try again after `Retry-After` seconds'),
  };
  const ofBodies = {
    400: refusal('The body is not what this operation takes'),
    413: refusal('The body is larger than the plan allows'),
    415: refusal('The body is not JSON in UTF-8'),
  };
  return {
    ...(namedScopes(operation) !== null && { 403: refusal(method === 'get' ? OTHER_SCOPE : `${OTHER_SCOPE}, or the tenant is suspended`) }),
    ...(operation.security?.length !== 0 && ofCallers),
    ...(method !== 'get' && (method !== 'delete' || operation.requestBody !== undefined) && ofBodies),
    ...(!takesAnyQuery(operation) && { 422: refusal('A query or path parameter is not valid, or there is no such query parameter') }),
  };
}

/** Adds to each operation of the document the answers that no controller writes, and the scope of keys that it needs. A controller's own description of a status stays. */
export function addSharedAnswers(document: OpenAPIObject): void {
  for (const each of operationsOf(document)) {
    const { operation } = each;
    // An empty list marks an operation as public. Without it, readers and linters cannot tell a public operation from one with a forgotten
    // credential.
    operation.security ??= [];
    const scopes = namedScopes(operation);
    if (scopes !== null) operation.description = `${operation.description ?? ''} Needs an API key with ${scopes}.`.trimStart();
    operation.responses = { ...sharedAnswers(each), ...operation.responses };
  }
}
