import type { CorsOptions, CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/** Seconds for which a browser caches the answer to a CORS preflight. */
const REMEMBER_SECONDS = 600;

const FOR_ALLOWED: CorsOptions = {
  credentials: true,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
  exposedHeaders: ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'],
  maxAge: REMEMBER_SECONDS,
};

/**
 * Lets pages of the given origins call with their visitor's cookie and read the answers (Fetch standard, "CORS protocol"). Other
 * origins get no CORS header, so browsers hide the answers from them. No page may send an API key, because keys are for servers.
 */
export const allowOrigins =
  (allowedOrigins: readonly string[]): CorsOptionsDelegate<Request> =>
  (request, decide) => {
    const { origin } = request.headers;
    request.res?.vary('Origin');
    decide(null, origin !== undefined && allowedOrigins.includes(origin) ? { ...FOR_ALLOWED, origin } : { origin: false });
  };
