import type { OpenAPIObject } from '@nestjs/swagger';

export type DocumentedOperation = NonNullable<OpenAPIObject['paths'][string]['get']>;

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface OperationOfMethod {
  readonly method: (typeof METHODS)[number];
  readonly operation: DocumentedOperation;
}

/** Describes an error answer. */
export const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorDto' } } },
});

/** Returns whether the operation is marked with `AnyQuery`. */
export const takesAnyQuery = (operation: DocumentedOperation): boolean =>
  (operation as { readonly 'x-any-query'?: true })['x-any-query'] === true;

/** Returns the operations of the document itself, not copies. */
export const operationsOf = ({ paths }: OpenAPIObject): OperationOfMethod[] =>
  Object.values(paths).flatMap((path) =>
    METHODS.flatMap((method) => {
      const operation = path[method];
      return operation === undefined ? [] : [{ method, operation }];
    }),
  );
