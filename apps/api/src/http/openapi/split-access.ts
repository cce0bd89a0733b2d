import type { OpenAPIObject } from '@nestjs/swagger';
import { PEOPLE_PATH } from '#libs/guards';
import { type DocumentedOperation, METHODS, refusal } from './operations.js';

const NO_KEY = 'The API key is missing or not valid';
const NO_SESSION = 'The access token is missing, not valid, or has ended';
const NOT_ALLOWED =
  'An API key instead of the token of a person, not allowed to your role, not while the tenant is suspended, or sent by cookie from a page that is not on the allow-list';

const takesKey = ({ security = [] }: DocumentedOperation): boolean => security.some((way) => 'key' in way);

const without = (operation: DocumentedOperation, extension: 'x-key-scope' | 'x-least-role'): DocumentedOperation =>
  Object.fromEntries(Object.entries(operation).filter(([name]) => name !== extension)) as unknown as DocumentedOperation;

function forKeys(operation: DocumentedOperation): DocumentedOperation {
  const { operationId, security, responses } = operation;
  return {
    ...without(operation, 'x-least-role'),
    operationId: plainId(operationId),
    security: security!.filter((way) => 'key' in way),
    responses: { 401: refusal(NO_KEY), ...responses },
  };
}

function forPeople(operation: DocumentedOperation): DocumentedOperation {
  const { operationId, security, responses } = operation;
  return {
    ...without(operation, 'x-key-scope'),
    operationId: `Dashboard_${plainId(operationId)}`,
    tags: ['Dashboard'],
    security: security!.filter((way) => !('key' in way)),
    responses: { 401: refusal(NO_SESSION), 403: refusal(NOT_ALLOWED), ...responses },
  };
}

/** Nest adds the index of the path to the id of an operation with several paths. */
const plainId = (id: string | undefined): string => String(id).replace(/\[\d+\]$/, '');

/** Gives each of the two paths of `KeyOrAccountAccess` its credential. */
export function splitAccess({ paths }: OpenAPIObject): void {
  for (const [path, people] of Object.entries(paths).filter(([each]) => each.includes(`/${PEOPLE_PATH}/`))) {
    const keys = paths[path.replace(`/${PEOPLE_PATH}`, '')];
    for (const method of METHODS) {
      const [ofPeople, ofKeys] = [people[method], keys?.[method]];
      if (ofPeople === undefined || ofKeys === undefined || !takesKey(ofPeople)) continue;
      keys![method] = forKeys(ofKeys);
      people[method] = forPeople(ofPeople);
    }
  }
}
