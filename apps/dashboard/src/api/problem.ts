import type { ErrorDto } from './schema';

/** An error answer of the service, or a failure to reach it. */
export class ApiProblem extends Error {
  constructor(
    /** HTTP status; 0 if there was no answer. */
    readonly status: number,
    /** The error code of the API; `offline` if the service was not reached. */
    readonly code: string,
    message: string,
    /** The errors in single fields of the body. */
    readonly details: readonly { readonly field: string; readonly message: string }[] = [],
  ) {
    super(message);
    this.name = 'ApiProblem';
  }
}

/** @param body the error body of the API. The body of a proxy has another shape and gives the code `unknown`. */
export function problemOf(status: number, body: unknown): ApiProblem {
  const { error, message, details } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorDto>;
  return new ApiProblem(status, error ?? 'unknown', message ?? `The service answered ${status}.`, details ?? []);
}

/** Returns whether the call needs a new sign-in. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;
