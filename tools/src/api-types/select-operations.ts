import type { OpenApiDocument, Operation } from './openapi-document.js';

const PREFIX = '/api/v1';
/** Body of every refusal. */
const ERROR = 'ErrorDto';
const SCHEMA_REF = '#/components/schemas/';

/** Tells whether the caller uses an operation. The path begins below /api/v1. */
type IsWanted = (path: string, operation: Operation) => boolean;

/**
 * Returns the part of the document that one caller uses: the wanted operations, and the schemas that they refer to. Paths begin
 * below /api/v1. Operation ids (they name our controllers), response headers and error answers (all have the body ErrorDto) are left out.
 */
export function selectOperations(document: OpenApiDocument, isWanted: IsWanted): OpenApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const below = path.replace(PREFIX, '');
    const wanted = Object.entries(methods).filter(([, operation]) => isWanted(below, operation));
    const trimmed = Object.fromEntries(wanted.map(([method, operation]) => [method, trim(operation)]));
    return wanted.length === 0 ? [] : [[below, trimmed] as const];
  });
  const names = reachable(document, [ERROR, ...paths.flatMap(([, methods]) => referencesIn(methods))]);
  const schemas = Object.fromEntries(names.map((name) => [name, schemaNamed(document, name)]));
  return { openapi: document.openapi, info: document.info, paths: Object.fromEntries(paths), components: { schemas } };
}

function trim(operation: Operation): Operation {
  const read = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const responses = Object.fromEntries(read.map(([status, response]) => [status, { ...response, headers: undefined }]));
  return { ...operation, operationId: undefined, responses };
}

/** Returns the names of these schemas and of all schemas that they refer to. */
function reachable(document: OpenApiDocument, names: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const inner of referencesIn(schemaNamed(document, name))) add(inner);
  };
  for (const name of names) add(name);
  return [...found];
}

function schemaNamed({ components }: OpenApiDocument, name: string): object {
  const schema = components.schemas[name];
  if (schema === undefined) throw new Error(`The OpenAPI document has no schema ${name}.`);
  return schema;
}

/** Returns the names of all schemas that a part of the document refers to. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' ? [value.replace(SCHEMA_REF, '')] : referencesIn(value),
  );
}
