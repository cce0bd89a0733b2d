import type { CorsOptions, CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/** Browsers ask again after this many seconds whether a page may call us. ⚙ */
const REMEMBER_SECONDS = 600;

const FOR_ALLOWED: CorsOptions = {
  credentials: true,
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
  exposedHeaders: ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'],
  maxAge: REMEMBER_SECONDS,
};

/**
 * Lets pages of the named origins call with the cookie of who looks at them and read the answers (Fetch standard, "CORS protocol"). To
 * all others nothing is said, so that browsers keep the answers from them. API keys are for servers: no page is told that it may send one.
 */
export const allowOrigins =
  (allowedOrigins: readonly string[]): CorsOptionsDelegate<Request> =>
  (request, decide) => {
    const { origin } = request.headers;
    request.res?.vary('Origin');
    decide(null, origin !== undefined && allowedOrigins.includes(origin) ? { ...FOR_ALLOWED, origin } : { origin: false });
  };
