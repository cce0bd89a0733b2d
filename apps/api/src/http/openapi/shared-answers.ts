import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Answers = Operation['responses'];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorDto' } } },
});

const integer = (description: string) => ({ description, schema: { type: 'integer' } });

const TOO_MANY: Answers[string] = {
  ...refusal('More requests within a minute than agreed'),
  headers: {
    'X-RateLimit-Limit': integer('Requests allowed per minute'),
    'X-RateLimit-Remaining': integer('Requests left'),
    'X-RateLimit-Reset': integer('When all of them are there again, in unix seconds'),
    'Retry-After': integer('Seconds to wait, at least 1'),
  },
};

/** The answers of the guards, the body parser and the query pipe, which run before the operations. */
function sharedAnswers(operation: Operation): Answers {
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
  const ofAddresses = { 422: refusal('A query or path parameter is not valid') };
  return {
    ...(operation.security !== undefined && ofCallers),
    ...(operation.requestBody !== undefined && ofBodies),
    ...(operation.parameters?.some((parameter) => 'in' in parameter && parameter.in !== 'header') && ofAddresses),
  };
}

/** Adds the answers that no controller writes to each operation of the document. A controller's own description of a status stays. */
export function addSharedAnswers(document: OpenAPIObject): void {
  for (const path of Object.values(document.paths)) {
    for (const operation of METHODS.map((method) => path[method])) {
      if (operation !== undefined) operation.responses = { ...sharedAnswers(operation), ...operation.responses };
    }
  }
}
