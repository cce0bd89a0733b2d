import { jsonSchema, type OpenApiJson, type Operation, type Parameter, type Schema } from './openapi-json.js';
import { commentOf, keyOf, membersOf, referencesOf, typeOf } from './type-of-schema.js';

export const HEAD = [
  '// Written by `npm run generate:client` from the OpenAPI document of the service, and held against it by a test: not to be changed by hand.',
  '',
];
const API_KEY = 'key';
export const PREFIX = '/api/v1';
/** The body of every refusal, which no operation lists among its answers. */
export const ERROR = 'ErrorDto';

interface NamedOperation extends Operation {
  /** `GET /customers/{external_id}`: the method, and the path below the base address. */
  readonly name: string;
}

/**
 * The types of the client: each operation that an API key opens, and the schemas that these need.
 * @param document as the service publishes it. @returns a TypeScript module.
 * @throws Error when the document holds something that the types cannot tell.
 */
export function writeClientTypes(document: OpenApiJson): string {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): NamedOperation => ({
        ...operation,
        name: `${method.toUpperCase()} ${path.replace(PREFIX, '')}`,
      })),
    )
    .filter(({ security = [] }) => security.some((scheme) => API_KEY in scheme))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const needed = reachable(document, [ERROR, ...operations.flatMap(schemasOf).flatMap(referencesOf)]);
  const lines = [
    ...HEAD,
    ...needed.flatMap((name) => [...schemaLines(name, schemaNamed(document, name)), '']),
    '/** What every operation takes, and what it answers when it does what it was asked for. */',
    'export interface Operations {',
    ...operations.flatMap(operationLines).map((line) => `  ${line}`),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

/** Names of schemas and of all that they refer to, sorted, so that the order of controllers changes nothing. */
export function reachable(document: OpenApiJson, names: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const inner of referencesOf(schemaNamed(document, name))) add(inner);
  };
  for (const name of names) add(name);
  return [...found].toSorted();
}

/** @throws Error when the document has no such schema. */
export function schemaNamed({ components }: OpenApiJson, name: string): Schema {
  const schema = components.schemas[name];
  if (schema === undefined) throw new Error(`the document has no schema ${name}`);
  return schema;
}

/** The declaration of a type. */
export function schemaLines(name: string, schema: Schema): string[] {
  const comment = commentOf(schema.description);
  if (schema.properties === undefined) return [...comment, `export type ${name} = ${typeOf(schema)};`];
  return [...comment, `export interface ${name} {`, ...membersOf(schema), '}'];
}

/** What an operation takes and, when it does as it was asked, answers. */
export function schemasOf(operation: Operation): Schema[] {
  const schemas = [jsonSchema(operation.requestBody), ...answersOf(operation), ...(operation.parameters ?? []).map(({ schema }) => schema)];
  return schemas.filter((schema) => schema !== undefined);
}

function answersOf({ responses }: Operation): Schema[] {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return good.map(([, response]) => jsonSchema(response)).filter((schema) => schema !== undefined);
}

function operationLines(operation: NamedOperation): string[] {
  const body = jsonSchema(operation.requestBody);
  const parts = [
    ...parameterLine(operation, 'path'),
    ...parameterLine(operation, 'query'),
    ...(body === undefined ? [] : [`readonly body${operation.requestBody?.required === true ? '' : '?'}: ${typeOf(body)};`]),
    `readonly answer: ${[...new Set(answersOf(operation).map(typeOf))].join(' | ') || 'unknown'};`,
  ];
  return [...commentOf(operation.summary), `'${operation.name}': {`, ...parts.map((part) => `  ${part}`), '};'];
}

function parameterLine({ parameters = [] }: Operation, where: 'path' | 'query'): string[] {
  const wanted = parameters.filter((parameter) => parameter.in === where);
  if (wanted.length === 0) return [];
  const optional = where === 'query' && !wanted.some(({ required }) => required === true);
  return [`readonly ${where}${optional ? '?' : ''}: { ${wanted.map(memberOf).join(' ')} };`];
}

const memberOf = ({ name, required, schema = {} }: Parameter): string =>
  `readonly ${keyOf(name)}${required === true ? '' : '?'}: ${typeOf(schema)};`;
