import type { ErrorDto } from './schema';

/** A refusal of the service, or that it was not reached at all. */
export class ApiProblem extends Error {
  constructor(
    /** HTTP status; 0: there was no answer. */
    readonly status: number,
    /** As the service calls it; `offline` when it was not reached. */
    readonly code: string,
    message: string,
    /** What is wrong with which field of the body. */
    readonly details: readonly { readonly field: string; readonly message: string }[] = [],
  ) {
    super(message);
    this.name = 'ApiProblem';
  }
}

/** @param body as the service refuses; what a proxy on the way says is not taken for it. */
export function problemOf(status: number, body: unknown): ApiProblem {
  const { error, message, details } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorDto>;
  return new ApiProblem(status, error ?? 'unknown', message ?? `The service answered ${status}.`, details ?? []);
}

/** Whether somebody has to sign in before this can be answered. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;
