import type { OpenAPIObject } from '@nestjs/swagger';
import type { NeededScope } from '#libs/core';
import { PAGE, type ToolSource } from './tools.js';

/** A JSON schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: string[];
  readonly additionalProperties: false;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** The part of the OpenAPI document that a tool needs. */
export interface ToolOperation {
  readonly input: InputSchema;
  /** Names of the parameters that belong to the path. */
  readonly inPath: ReadonlySet<string>;
  readonly scope: NeededScope;
}

const REFERENCE = '#/components/schemas/';

/**
 * Reads the parameters of a tool from the OpenAPI document, so that agents see the same names, limits and texts as other callers.
 * @throws Error for an operation, a parameter or a scope that the document does not have
 */
export function operationOf(document: OpenAPIObject, prefix: string, tool: ToolSource): ToolOperation {
  const operation = document.paths[`/${prefix}${tool.path}`]?.[tool.method] as Record<string, unknown> | undefined;
  if (operation === undefined) throw new Error(`the tool ${tool.name} calls ${tool.path}, which is not in the OpenAPI document`);
  const schemaOf = (schema: JsonSchema): JsonSchema => toJsonSchema(schema, document);
  const parameters = (operation['parameters'] ?? []) as Parameter[];
  const body = bodyOf(operation, document);
  const known = new Map([
    ...parameters.map(
      ({ name, description, schema }) => [name, { ...(description !== undefined && { description }), ...schemaOf(schema) }] as const,
    ),
    ...Object.entries(body.properties).map(([name, schema]) => [name, schemaOf(schema)] as const),
  ]);
  const properties = Object.fromEntries(
    tool.takes.map((name) => {
      const schema = known.get(name);
      if (schema === undefined) throw new Error(`the tool ${tool.name} takes ${name}, which ${tool.path} has not`);
      return [name, name === 'limit' ? { ...schema, ...PAGE, description: `Most entries, 1 to ${PAGE.maximum}` } : schema];
    }),
  );
  const required = [...parameters.filter((each) => each.required === true).map(({ name }) => name), ...body.required];
  const scope = operation['x-key-scope'] as NeededScope | undefined;
  if (scope === undefined) throw new Error(`the tool ${tool.name} calls ${tool.path}, which takes no API key`);
  return {
    input: { type: 'object', properties, required: required.filter((name) => tool.takes.includes(name)), additionalProperties: false },
    inPath: new Set(parameters.filter((each) => each.in === 'path').map(({ name }) => name)),
    scope,
  };
}

function bodyOf(
  operation: Record<string, unknown>,
  document: OpenAPIObject,
): { properties: Record<string, JsonSchema>; required: string[] } {
  const body = operation['requestBody'] as { content: { 'application/json': { schema: { $ref: string } } } } | undefined;
  if (body === undefined) return { properties: {}, required: [] };
  const schema = resolve(body.content['application/json'].schema.$ref, document);
  return { properties: (schema['properties'] ?? {}) as Record<string, JsonSchema>, required: (schema['required'] ?? []) as string[] };
}

const resolve = (reference: string, document: OpenAPIObject): JsonSchema =>
  (document.components?.schemas ?? {})[reference.slice(REFERENCE.length)] as JsonSchema;

/** Writes references out, and `nullable` as a second type: JSON schemas of tools stand alone. */
function toJsonSchema(value: unknown, document: OpenAPIObject): JsonSchema {
  const walk = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== 'object' || each === null) return each;
    const { nullable, $ref, allOf, ...rest } = each as Record<string, unknown>;
    const parts = [...((allOf ?? []) as JsonSchema[]), ...(typeof $ref === 'string' ? [resolve($ref, document)] : [])];
    const own = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, walk(inner)]));
    const merged = Object.assign({}, ...parts.map(walk), own) as Record<string, unknown>;
    return nullable === true && typeof merged['type'] === 'string' ? { ...merged, type: [merged['type'], 'null'] } : merged;
  };
  return walk(value) as JsonSchema;
}
