import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import type { Caller } from '#libs/guards';
import { beginSpan, failSpan, HTTP_REQUESTS, type Log, traceparentOf, withinSpan } from '#libs/observability';
import type { JobOrigin } from '#libs/queues';

const USABLE_ID = /^[\w.:-]{1,128}$/;
const FAULTS_OF_OURS = 500;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const spans = new WeakMap<Response, Span>();

/** The id of this request in logs and answers. It is the caller's own when the caller sent a usable one. */
export const requestIdOf = (response: Response): string => String(response.getHeader('X-Request-Id') ?? '');

/** Returns the origin of this request, which the jobs that it starts carry. */
export const originOf = (response: Response): JobOrigin => ({
  requestId: requestIdOf(response),
  traceparent: traceparentOf(spans.get(response)),
});

/** Gives every answer its X-Request-Id. Gives every request a measurement, a span and one log line without bodies, keys or query strings. */
export function requestContext(log: Log) {
  return (request: Request & { user?: Partial<Caller> }, response: Response, next: NextFunction): void => {
    const given = request.get('X-Request-Id');
    // Scores change over time and belong to one tenant, so no cache on the way may store them.
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Request-Id', given !== undefined && USABLE_ID.test(given) ? given : randomUUID());
    const started = performance.now();
    const span = beginSpan(request.method, { kind: 'server', attributes: {}, link: request.get('traceparent') });
    spans.set(response, span);
    response.once('finish', () => {
      const ms = performance.now() - started;
      const fields = { method: request.method, route: routeOf(request), status: response.statusCode };
      const tenantId = request.user?.tenantId;
      log.info('request.answered', {
        requestId: requestIdOf(response),
        ...(tenantId && { tenantId }),
        ...fields,
        ms: Math.round(ms),
        ...traceIdOf(span),
      });
      HTTP_REQUESTS.observe({ ...fields, method: METHODS.has(request.method) ? request.method : 'OTHER' }, ms / 1000);
      endSpan(span, fields, requestIdOf(response));
    });
    // A caller that disconnects early gets no answer, so only the span ends.
    response.once('close', () => {
      if (span.isRecording()) span.end();
    });
    if (span.isRecording()) withinSpan(span, next);
    else next();
  };
}

/** Returns the route template, never the path, which contains customer ids. */
const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? 'none';

const traceIdOf = (span: Span): { traceId?: string } => (span.isRecording() ? { traceId: span.spanContext().traceId } : {});

function endSpan(span: Span, { method, route, status }: { method: string; route: string; status: number }, requestId: string): void {
  if (!span.isRecording()) return;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'churn.request_id': requestId,
  });
  if (status >= FAULTS_OF_OURS) failSpan(span, String(status));
  span.end();
}
