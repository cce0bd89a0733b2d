import { jsonSchema, type OpenApiJson, type Operation, type Schema } from './openapi-json.js';
import { commentOf, keyOf, membersOf, referencesOf, typeOf } from './type-of-schema.js';
import { ERROR, HEAD, PREFIX, reachable, schemaLines, schemaNamed, schemasOf } from './write-client-types.js';

/** What the dashboard does not call: operations of servers and storefronts, and those for orchestrators. */
const NOT_FOR_PEOPLE = ['/health', '/webhooks/', '/integrations/storefront/compliance'];
const isForPeople = (path: string, { security = [] }: Operation): boolean =>
  !NOT_FOR_PEOPLE.some((start) => path.startsWith(`${PREFIX}${start}`)) && !security.some((scheme) => 'key' in scheme);

/**
 * The types of the dashboard: the schemas of everything that people call, and `paths` as openapi-fetch reads it.
 * @param document as the service publishes it. @returns a TypeScript module.
 * @throws Error when the document holds something that the types cannot tell.
 */
export function writeDashboardSchema(document: OpenApiJson): string {
  const paths = Object.entries(document.paths)
    .map(([path, methods]) => [path, Object.entries(methods).filter(([, operation]) => isForPeople(path, operation))] as const)
    .filter(([, methods]) => methods.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const operations = paths.flatMap(([, methods]) => methods.map(([, operation]) => operation));
  const needed = reachable(document, [
    ERROR,
    ...operations.flatMap(schemasOf).concat(operations.flatMap(refusalsOf)).flatMap(referencesOf),
  ]);
  const lines = [
    ...HEAD,
    ...needed.flatMap((name) => [...schemaLines(name, schemaNamed(document, name)), '']),
    '/** Every address below /api/v1 that the dashboard may call. */',
    'export interface paths {',
    ...paths.flatMap(([path, methods]) => [
      `  '${path.replace(PREFIX, '')}': {`,
      ...methods.flatMap(([method, operation]) => operationLines(method, operation).map((line) => `    ${line}`)),
      '  };',
    ]),
    '}',
  ];
  return `${lines.map(withPlainArrays).join('\n')}\n`;
}

/** openapi-fetch takes arrays that may not be changed for objects, and lists their methods as if they were fields. */
const withPlainArrays = (line: string): string => line.replaceAll(/(?<!\/\*\* .*)\breadonly (?![\w$'-]+\??:)/g, '');

/** Bodies of answers that tell more of a refusal than others do. */
const refusalsOf = ({ responses }: Operation): Schema[] =>
  Object.values(responses)
    .map(jsonSchema)
    .filter((schema) => schema !== undefined);

function operationLines(method: string, operation: Operation): string[] {
  const body = jsonSchema(operation.requestBody);
  const optional = operation.requestBody?.required === true ? '' : '?';
  return [
    ...commentOf(operation.summary),
    `${method}: {`,
    `  parameters: { ${['query', 'header', 'path'].map((where) => parametersOf(operation, where)).join(' ')} };`,
    ...(body === undefined ? [] : [`  requestBody${optional}: { content: { 'application/json': ${typeOf(body)} } };`]),
    `  responses: { ${Object.entries(operation.responses)
      .map(([status, answer]) => answerOf(status, jsonSchema(answer)))
      .join(' ')} };`,
    '};',
  ];
}

function parametersOf({ parameters = [] }: Operation, where: string): string {
  const wanted = parameters.filter((parameter) => parameter.in === where);
  if (wanted.length === 0) return `${where}?: never;`;
  const isOptional = wanted.every(({ required }) => required !== true);
  const properties = Object.fromEntries(wanted.map(({ name, schema = {} }) => [name, schema]));
  const required = wanted.filter((parameter) => parameter.required === true).map(({ name }) => name);
  const members = membersOf({ properties, required }).filter((line) => line.startsWith('  readonly'));
  return `${keyOf(where)}${isOptional ? '?' : ''}: {${members.map((line) => line.slice(1)).join('')} };`;
}

const answerOf = (status: string, schema: Schema | undefined): string =>
  `${status}: { content: ${schema === undefined ? 'never' : `{ 'application/json': ${typeOf(schema)} }`} };`;
