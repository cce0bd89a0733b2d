import createClient from 'openapi-fetch';
import { askForProof } from './fresh-proof';
import { ApiProblem, asksForProof, problemOf } from './problem';
import type { paths } from './schema';
import { carryOnSession, mayCarryOn } from './session';

/** The client of the API. Its types come from the OpenAPI document; cookies identify the user. */
export const api = createClient<paths>({ baseUrl: '/api/v1', credentials: 'same-origin', fetch: fetchProven });

interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the body of a successful call: `await answerOf(api.GET('/dashboard/churn/model'))`.
 * @throws ApiProblem for an error answer, and if the service cannot be reached.
 */
export async function answerOf<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw new ApiProblem(0, 'offline', cause instanceof Error ? cause.message : String(cause));
  });
  if (!response.ok) throw problemOf(response.status, error);
  return data as T;
}

/** Repeats a call after the reader has given the password, where the service asks for it. */
async function fetchProven(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetchSignedIn(request);
  return (await asksForProof(response)) && (await askForProof()) ? fetchSignedIn(again) : response;
}

/** Renews an expired access token (it lasts an hour) and repeats the call once. */
async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request);
  if (response.status !== 401 || !mayCarryOn(request.url)) return response;
  return (await carryOnSession()) ? fetch(again) : response;
}
