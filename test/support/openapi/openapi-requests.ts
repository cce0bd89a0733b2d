import * as fc from 'fast-check';
import type { OpenApiDocument, Operation, Parameter, Schema } from './openapi-answers.js';

/** A request to an operation, its path below the prefix of the API. */
export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Keys that name parts of every object. Made by JSON.parse, as those of a body: a literal would set the prototype instead. */
export const HOSTILE_KEYS = ['constructor', '__proto__', 'prototype'] as const;
const HOSTILE_OBJECTS = HOSTILE_KEYS.map((key) => JSON.parse(`{"${key}":{"${key}":1}}`) as object);

const JUNK = fc.oneof(
  fc.constantFrom(
    null,
    '',
    '-1',
    -1,
    0,
    1e308,
    'null',
    true,
    [],
    {},
    [[]],
    ...HOSTILE_OBJECTS,
    '\u0000',
    '\ud800',
    '😀',
    '__proto__',
    '../..',
    'x'.repeat(300),
  ),
  fc.string({ maxLength: 20, unit: 'binary' }),
  fc.double(),
);

/** Mostly what a schema asks for, and at any depth something else. */
function valueOf(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: validOf(document, schema) }, { weight: 1, arbitrary: JUNK });
}

function validOf(document: OpenApiDocument, written: Schema): fc.Arbitrary<unknown> {
  const schema = document.resolve(written);
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map((choice) => valueOf(document, choice)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  return schema.type === 'object' ? recordOf(document, schema) : plainOf(document, schema);
}

function recordOf(document: OpenApiDocument, { properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const values = Object.entries(properties).map(([name, property]) => {
    const value = valueOf(document, property);
    return [name, required.includes(name) ? value : fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })];
  });
  const record = fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [...required] });
  const more = fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_OBJECTS) });
  return fc.tuple(record, more).map(([fields, hostile]) => ({ ...fields, ...hostile }));
}

function plainOf(document: OpenApiDocument, { type, format, items = {}, minimum, maximum }: Schema): fc.Arbitrary<unknown> {
  if (type === 'array') return fc.array(valueOf(document, items), { maxLength: 4 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') {
    return fc.oneof(
      fc.constantFrom(minimum ?? 0, maximum ?? 1),
      fc.integer({ min: Math.floor(minimum ?? -5), max: Math.ceil(maximum ?? 1000) }),
      fc.double({ min: minimum ?? 0, max: maximum ?? 1, noNaN: true }),
    );
  }
  return format === 'date-time'
    ? fc.date({ min: new Date('1999-12-01'), max: new Date('2026-12-31'), noInvalidDate: true }).map((at) => at.toISOString())
    : fc.constantFrom('c-1', 'order-1', 'É', 'a b', 'x'.repeat(255));
}

/** Encodes a value for a URL. A lone surrogate has no UTF-8 form, so the replacement character stands in for it. */
const inAddress = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());

/** Requests to an operation, made after its own document: valid ones, ones with a mistake, and nonsense. */
export function requestsTo(document: OpenApiDocument, operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const valuesOf = (parameters: readonly Parameter[]): fc.Arbitrary<Record<string, unknown>> =>
    fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, valueOf(document, schema)])));
  const parameters = (where: Parameter['in']): Parameter[] => (operation.parameters ?? []).filter((parameter) => parameter.in === where);
  // Few at once: among many parameters there is always an invalid one.
  const query = fc.subarray(parameters('query'), { maxLength: Math.min(2, parameters('query').length) }).chain(valuesOf);
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  return fc
    .tuple(valuesOf(parameters('path')), query, schema === undefined ? fc.constant(null) : valueOf(document, schema))
    .map(([names, values, body]) => {
      // An empty id would be another path, and the client removes dots before it sends the path.
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inAddress(names[name]).replace(/^(\.*)$/, 'c-1'));
      const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${inAddress(one)}`));
      return { method: operation.method, path: path.replace('/api/v1', '') + (pairs.length > 0 ? `?${pairs.join('&')}` : ''), body };
    });
}

/** Returns a small valid body: the required fields, with their examples. Undefined for an operation without a body. */
export function smallBodyOf(document: OpenApiDocument, operation: Operation): object | undefined {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  return schema === undefined ? undefined : (smallValueOf(document, schema) as object);
}

function smallValueOf(document: OpenApiDocument, written: Schema): unknown {
  const { type, example, enum: choices, properties = {}, required = [], minimum } = document.resolve(written);
  if (example !== undefined) return example;
  if (choices !== undefined) return choices[0];
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, smallValueOf(document, properties[name] ?? {})]));
  if (type === 'array') return [];
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? (minimum ?? 1) : 'text';
}
