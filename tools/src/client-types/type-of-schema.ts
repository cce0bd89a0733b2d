import type { Schema } from './openapi-json.js';

/**
 * A schema as a TypeScript type. Everything is readonly: what came over the wire is not changed in place.
 * @throws Error for a schema of a kind that has not been needed yet, so that none becomes `any` unseen.
 */
export function typeOf(schema: Schema): string {
  const type = bareTypeOf(schema);
  return schema.nullable === true ? `${type} | null` : type;
}

/** Names of the component schemas that a schema refers to by itself. */
export function referencesOf(schema: Schema): string[] {
  const { $ref, properties = {}, items, additionalProperties, allOf = [], oneOf = [] } = schema;
  const inner = [...Object.values(properties), ...allOf, ...oneOf, ...(items === undefined ? [] : [items])];
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  return [...($ref === undefined ? [] : [nameIn($ref)]), ...inner.flatMap(referencesOf)];
}

/** The members of an object type, a line or more each, indented by two spaces. */
export function membersOf({ properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).flatMap(([name, property]) => [
    ...commentOf(property.description).map((line) => `  ${line}`),
    `  readonly ${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property)};`,
  ]);
}

/** A description as a documentation comment. */
export const commentOf = (description: string | undefined): string[] =>
  description === undefined ? [] : [`/** ${description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`];

/** A name as it is written in a type. */
export const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

function bareTypeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).join(' & ');
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeOf).join(' | ');
  if (schema.enum !== undefined) return schema.enum.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
  return typeOfKind(schema);
}

function typeOfKind(schema: Schema): string {
  if (schema.type === 'array') return `readonly ${bracketed(typeOf(schema.items ?? {}))}[]`;
  if (schema.type === 'object') return typeOfObject(schema);
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string' || schema.type === 'boolean') return schema.type;
  throw new Error(`no type is known for the schema ${JSON.stringify(schema)}`);
}

function typeOfObject(schema: Schema): string {
  if (schema.properties !== undefined) return `{ ${membersOf(schema).join(' ').replaceAll(/\s+/g, ' ')} }`;
  const { additionalProperties } = schema;
  return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>>`;
}

const bracketed = (type: string): string => (type.includes(' ') ? `(${type})` : type);

function nameIn(reference: string): string {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(reference) ?? [];
  if (name === undefined) throw new Error(`"${reference}" is no component schema`);
  return name;
}
