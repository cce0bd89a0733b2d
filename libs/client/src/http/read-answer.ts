import { ChurnApiError } from '../errors.js';
import type { ErrorDetailDto } from '../generated/api.js';

/** An HTTP answer before parsing. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Tells whether a body has the expected shape. */
export type Expectation = (body: Readonly<Record<string, unknown>>) => boolean;

/**
 * Parses the body of an answer, which is a JSON object in all operations.
 * @throws ChurnApiError `unreadable_answer` when the body is not a JSON object or not of the expected shape.
 */
export function readBody(answer: RawAnswer, attempts: number, isExpected: Expectation): unknown {
  const body = parsed(answer.text);
  if (isRecord(body) && !Array.isArray(body) && isExpected(body)) return body;
  throw new ChurnApiError(unreadable(answer), attempts);
}

/** Converts an error answer into an error. The answer may come from the service or from a proxy in front of it. */
export function toApiError(answer: RawAnswer, attempts: number, retryAfterMs: number | null): ChurnApiError {
  const body = parsed(answer.text);
  const code = textIn(body, 'error');
  if (code === null) return new ChurnApiError({ ...unreadable(answer), retryAfterMs, body: body ?? answer.text }, attempts);
  return new ChurnApiError(
    {
      status: answer.status,
      code,
      message: textIn(body, 'message') ?? code,
      details: detailsIn(body),
      requestId: textIn(body, 'request_id') ?? answer.headers.get('x-request-id'),
      retryAfterMs,
      body,
    },
    attempts,
  );
}

function unreadable({ status, headers, text }: RawAnswer) {
  const hint =
    status >= 300 && status < 400
      ? `it redirects to ${headers.get('location') ?? 'nowhere'}, which is not followed`
      : 'the body is not the JSON of this API';
  return {
    status,
    code: 'unreadable_answer',
    message: `the service answered ${status}, and ${hint}: does baseUrl end with /api/v1?`,
    details: [],
    requestId: headers.get('x-request-id'),
    retryAfterMs: null,
    body: text,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textIn(body: unknown, name: string): string | null {
  const value = isRecord(body) ? body[name] : null;
  return typeof value === 'string' ? value : null;
}

function detailsIn(body: unknown): ErrorDetailDto[] {
  const details = isRecord(body) ? body['details'] : null;
  return Array.isArray(details) ? (details as ErrorDetailDto[]) : [];
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
