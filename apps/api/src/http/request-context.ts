import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Log } from '#libs/observability';

const USABLE_ID = /^[\w.:-]{1,128}$/;

/** The id under which this request stands in logs and answers; the caller's own when it sent a usable one. */
export const requestIdOf = (response: Response): string => String(response.getHeader('X-Request-Id') ?? '');

/** Gives every answer its X-Request-Id, and every request one log line without bodies, keys or query strings. */
export function requestContext(log: Log) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = request.get('X-Request-Id');
    // Scores change by themselves and belong to one tenant: no cache on the way may keep them.
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Request-Id', given !== undefined && USABLE_ID.test(given) ? given : randomUUID());
    const started = performance.now();
    response.once('finish', () => {
      const route = (request.route as { path?: string } | undefined)?.path;
      log.info('request.answered', {
        requestId: requestIdOf(response),
        method: request.method,
        route: route ?? 'none',
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
      });
    });
    next();
  };
}
