import type { OpenAPIObject } from '@nestjs/swagger';
import { type DocumentedOperation, operationsOf } from './operations.js';

const ERROR = '#/components/schemas/ErrorDto';
const REQUEST_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** A body of each status that the service gives. A test compares those that every operation can give with the service. */
export const ERROR_EXAMPLES: Readonly<Record<number, object>> = {
  400: {
    error: 'validation_error',
    message: 'events is missing: it must be an array of 1 or more events',
    details: [{ field: 'events', code: 'invalid_type', message: 'events is missing: it must be an array of 1 or more events' }],
    request_id: REQUEST_ID,
  },
  401: { error: 'unauthorized', message: 'the API key is missing or not valid; send it in the header X-API-Key', request_id: REQUEST_ID },
  403: { error: 'forbidden', message: 'your role is viewer: this needs the role member, admin or owner', request_id: REQUEST_ID },
  404: { error: 'not_found', message: 'customer not found', request_id: REQUEST_ID },
  409: { error: 'conflict', message: 'Idempotency-Key was used before with another body', request_id: REQUEST_ID },
  413: {
    error: 'payload_too_large',
    message: 'the body is larger than 8388608 bytes, the most that your plan allows',
    request_id: REQUEST_ID,
  },
  415: { error: 'unsupported_media_type', message: 'Content-Type is text/plain: it must be application/json', request_id: REQUEST_ID },
  422: {
    error: 'validation_error',
    message: 'limit must be a whole number from 1 to 200, not "500"',
    details: [{ field: 'limit', code: 'max', message: 'limit must be a whole number from 1 to 200, not "500"' }],
    request_id: REQUEST_ID,
  },
  429: {
    error: 'rate_limited',
    message: 'more than 300 requests within a minute: the next one is answered in 12 s',
    request_id: REQUEST_ID,
  },
  503: { error: 'service_unavailable', message: 'the database is not available, try again', request_id: REQUEST_ID },
};

/** The answer to people, who have no API key. */
const NO_SESSION = {
  error: 'unauthorized',
  message: 'the access token is missing, not valid, or has ended; send it as Authorization: Bearer <token>',
  request_id: REQUEST_ID,
};

/** The answer to API keys, which have no role. */
const NO_SCOPE = {
  error: 'forbidden',
  message: 'the API key 4fQ2mZ9x… has the scope "ingest": this needs a key with the scope "read" or "all"',
  request_id: REQUEST_ID,
};

function exampleOf(status: string, { security = [] }: DocumentedOperation): object | undefined {
  const isForPeople = security.some((way) => 'jwt' in way);
  if (status === '401' && isForPeople) return NO_SESSION;
  return status === '403' && !isForPeople && security.some((way) => 'key' in way) ? NO_SCOPE : ERROR_EXAMPLES[Number(status)];
}

/** Shows each error answer with the code of its status. The schema alone would show the code of one status for all. */
export function addErrorExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const media = answer !== undefined && 'content' in answer ? answer.content?.['application/json'] : undefined;
      if (media?.schema === undefined || !('$ref' in media.schema) || media.schema.$ref !== ERROR) continue;
      const value = exampleOf(status, operation);
      // Not `example`, which the generated types would repeat in a comment at every operation.
      if (value !== undefined) media.examples = { refusal: { value } };
    }
  }
}
