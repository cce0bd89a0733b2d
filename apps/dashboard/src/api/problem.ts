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
  const code = lacksFreshProof(details) ? FRESH_PROOF : (error ?? 'unknown');
  return new ApiProblem(status, code, message ?? `The service answered ${status}.`, details ?? []);
}

const FRESH_PROOF = 'fresh_proof_required';

const lacksFreshProof = (details: ErrorDto['details'] | undefined): boolean => details?.some(({ code }) => code === FRESH_PROOF) ?? false;

/** Returns whether the service wants the password again before it does what the call asks. */
export async function asksForProof(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body = (await response.clone().json().catch(() => ({}))) as Partial<ErrorDto>; // prettier-ignore
  return lacksFreshProof(body.details);
}

/** Returns whether the service does not answer, or cannot at the moment: trying again helps. */
export const isAway = (error: unknown): boolean => error instanceof ApiProblem && (error.status === 0 || error.status >= 502);

/** Returns whether the call needs a new sign-in. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;
