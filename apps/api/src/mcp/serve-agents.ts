import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import type { Config } from '#libs/config';
import { ApiKeys, RateLimitGuard } from '#libs/guards';
import { PREFIX } from '../http/prefix.js';
import { searchDocs } from './search-docs.js';
import { serveMcp } from './serve-mcp.js';

/** Serves agents with the parts of an application. @param docs folder of the built documentation. */
export const serveAgents = (
  app: NestExpressApplication,
  document: OpenAPIObject,
  { api, rateLimit, auth }: Pick<Config, 'api' | 'rateLimit' | 'auth'>,
  docs: string,
): RequestHandler[] =>
  serveMcp({
    server: app.getHttpServer(),
    document,
    prefix: PREFIX,
    keys: app.get(ApiKeys),
    limiter: app.get(RateLimitGuard),
    perAddress: rateLimit.perAddress,
    allowedOrigins: auth.allowedOrigins,
    search: searchDocs(docs, api.publicUrl),
  });
