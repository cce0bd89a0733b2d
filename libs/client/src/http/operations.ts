import type { paths } from '../generated/api.js';

type Method = 'delete' | 'get' | 'patch' | 'post' | 'put';

/** Names of the operations: the method and the path below the base address, such as `GET /customers/{external_id}`. */
export type OperationName = {
  [Path in keyof paths]: {
    [Verb in Method]: paths[Path] extends Record<Verb, object> ? `${Uppercase<Verb>} ${Path}` : never;
  }[Method];
}[keyof paths];

type OperationOf<Name extends OperationName> = Name extends `${infer Verb} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<Verb> & keyof paths[Path]]
  : never;

type Json<Content> = Content extends { readonly content: { readonly 'application/json': infer Body } } ? Body : never;

/** Drops the members that an operation does not take: openapi-typescript writes them as optional `never`. */
type Taken<Members> = { readonly [Key in keyof Members as [NonNullable<Members[Key]>] extends [never] ? never : Key]: Members[Key] };

type ParametersOf<Operation> = Operation extends { readonly parameters: infer Parameters }
  ? Taken<Pick<Parameters, keyof Parameters & ('path' | 'query')>>
  : unknown;

type BodyOf<Operation> = Operation extends { readonly requestBody: infer Body }
  ? { readonly body: Json<Body> }
  : Operation extends { readonly requestBody?: infer Body }
    ? [NonNullable<Body>] extends [never]
      ? unknown
      : { readonly body?: Json<NonNullable<Body>> }
    : unknown;

/** The path parameters, the query and the body of an operation. */
export type InputOf<Name extends OperationName> = ParametersOf<OperationOf<Name>> & BodyOf<OperationOf<Name>>;

/** The JSON body of a successful answer. */
export type AnswerOf<Name extends OperationName> =
  OperationOf<Name> extends { readonly responses: infer Responses } ? Json<Responses[keyof Responses]> : never;
