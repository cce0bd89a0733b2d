import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** A schema of OpenAPI 3.0, with the fields that are read here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header' | 'cookie';
  readonly schema: Schema;
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  /** The lowest role that may use the operation; undefined: viewers may read, members may change. */
  readonly 'x-least-role'?: 'owner' | 'admin' | 'member' | 'viewer';
}

export interface OpenApiJson {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation extends DocumentedOperation {
  readonly method: string;
  /** With the prefix of the API and with `{names}`. */
  readonly path: string;
}

/** An answer as it came. `path` is the whole path of the request, its query included. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Media type, without parameters. */
  readonly type: string;
  /** Compared with the schema where it is JSON. */
  readonly body: unknown;
}

const JSON_TYPE = 'application/json';

/** Holds answers of the service against its OpenAPI document. */
export class OpenApiDocument {
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
  private readonly components: object;
  readonly operations: readonly Operation[];

  constructor(readonly json: OpenApiJson) {
    const schemas = Object.entries(json.components.schemas).map(([name, schema]) => [name, closed(schema)]);
    this.components = { schemas: Object.fromEntries(schemas) as object };
    this.operations = Object.entries(json.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    );
  }

  /** Returns a sentence for each part of the answer that the document does not describe. */
  problemsOf(answer: Answer): string[] {
    const operation = this.operationOf(answer);
    const what = `${answer.method} ${answer.path} → ${answer.status}`;
    if (operation === undefined) return [`${what}: no such operation`];
    const documented = operation.responses[answer.status];
    if (documented === undefined) return [`${what}: no such status`];
    const schema = documented.content?.[answer.type]?.schema;
    if (schema === undefined) return [`${what}: no schema`];
    if (answer.type !== JSON_TYPE) return [];
    const validate = this.validatorOf(`${operation.method} ${operation.path} ${answer.status}`, schema);
    if (validate(answer.body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** The schema itself, or what its `$ref` names. */
  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.json.components.schemas[name] as Schema);
  }

  private operationOf({ method, path }: Answer): Operation | undefined {
    const parts = (path.split('?')[0] as string).split('/');
    const fits = (operation: Operation): boolean => {
      const names = operation.path.split('/');
      return names.length === parts.length && names.every((name, i) => name === parts[i] || (name.startsWith('{') && parts[i] !== ''));
    };
    // `/events/types` and not `/events/{id}`: the path with fewer parameters matches.
    return this.operations
      .filter((operation) => operation.method === method && fits(operation))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  }

  private validatorOf(key: string, schema: Schema): ValidateFunction {
    const validator = this.validators.get(key) ?? this.ajv.compile({ components: this.components, allOf: [closed(schema)] });
    this.validators.set(key, validator);
    return validator;
  }
}

/**
 * Converts a schema to JSON Schema: `nullable` becomes a choice, and an object allows only the properties that are named, so that a field
 * without documentation is found.
 */
function closed(schema: Schema): object {
  const { nullable, properties, items, allOf, oneOf, ...rest } = schema;
  const each = (schemas: readonly Schema[]): object[] => schemas.map(closed);
  const strict = {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, closed(property)])),
      additionalProperties: rest.additionalProperties ?? false,
    }),
    ...(items !== undefined && { items: closed(items) }),
    ...(allOf !== undefined && { allOf: each(allOf) }),
    ...(oneOf !== undefined && { oneOf: each(oneOf) }),
  };
  return nullable === true ? { anyOf: [{ type: 'null' }, strict] } : strict;
}
