import createClient from 'openapi-fetch';
import { ApiProblem, problemOf } from './problem';
import type { paths } from './schema';
import { carryOnSession, mayCarryOn } from './session';

/** Every call to the service. Types come from its OpenAPI document; cookies carry who calls. */
export const api = createClient<paths>({ baseUrl: '/api/v1', credentials: 'same-origin', fetch: fetchSignedIn });

interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * What a call answers when it does as it was asked: `await answerOf(api.GET('/dashboard/model'))`.
 * @throws ApiProblem for every refusal, and when the service is not reached.
 */
export async function answerOf<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw new ApiProblem(0, 'offline', cause instanceof Error ? cause.message : String(cause));
  });
  if (!response.ok) throw problemOf(response.status, error);
  return data as T;
}

/** An access token lasts an hour: when it has ended, it is renewed once and the call is made again. */
async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request);
  if (response.status !== 401 || !mayCarryOn(request.url)) return response;
  return (await carryOnSession()) ? fetch(again) : response;
}
