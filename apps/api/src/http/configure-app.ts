import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '#libs/config';
import { AppError } from '#libs/core';
import { UsageMeter } from '#libs/tenants';
import { RateLimitGuard } from '#libs/guards';
import { Log } from '#libs/observability';
import { countRequests } from './request/count-requests.js';
import { allowOrigins } from './transport/cross-origin.js';
import { DtoPipe } from '#libs/dto';
import { ErrorFilter } from './errors/error.filter.js';
import { BodyInterceptor } from './body/body.interceptor.js';
import { answerOptions } from './errors/known-methods.js';
import { PREFIX } from './prefix.js';
import { openApiDocument, publishOpenApi } from './openapi/openapi.js';
import { keepIdleConnections } from './transport/idle-connections.js';
import { answerRefusedConnections } from './transport/refused-connections.js';
import { QueryInterceptor } from './request/query.interceptor.js';
import { requestContext } from './request/request-context.js';
import { serveDashboard } from '../pages/serve-dashboard.js';
import { serveDocs } from '../pages/serve-docs.js';
import { requireHttps } from './transport/secure-transport.js';
import { securityHeaders } from './transport/security-headers.js';
import { endUnreadAnswers } from './transport/unread-answers.js';

/**
 * Sets up everything that applies to every route. Main and the tests both use it, so they serve the same application.
 * @param pages folders of the built dashboard and of the built documentation, which may be missing.
 * @param agents serves agents, whose tools call the operations of the whole API.
 */
export function configureApp(
  app: NestExpressApplication,
  config: Pick<Config, 'production' | 'api' | 'rateLimit' | 'auth'>,
  pages: { readonly dashboard: string; readonly docs: string },
  agents?: (document: OpenAPIObject) => RequestHandler[],
): void {
  const log = app.get(Log);
  app.setGlobalPrefix(PREFIX);
  const document = openApiDocument(app, config.api.publicUrl);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'extended');
  app.set('trust proxy', config.api.trustProxy);
  answerRefusedConnections(app.getHttpServer());
  endUnreadAnswers(app.getHttpServer());
  keepIdleConnections(app.getHttpServer());
  app.use(requestContext(log));
  app.use(securityHeaders(`/${PREFIX}`));
  app.use(requireHost);
  if (config.production) app.use(requireHttps(`/${PREFIX}/health`, { behindProxy: config.api.trustProxy !== false }));
  app.use('/docs', serveDocs(pages.docs));
  if (agents !== undefined) app.use('/mcp', agents(document));
  app.use(serveDashboard(pages.dashboard, '/api'));
  app.use(requirePrefix);
  app.use(countRequests(app.get(UsageMeter)));
  app.enableCors(allowOrigins(config.auth.allowedOrigins));
  app.use(answerOptions);
  app.use([`/${PREFIX}/docs`, `/${PREFIX}/openapi.json`], limitPages(app.get(RateLimitGuard), config.rateLimit.perAddress));
  app.useGlobalFilters(new ErrorFilter(log));
  app.useGlobalInterceptors(new QueryInterceptor(document), new BodyInterceptor());
  app.useGlobalPipes(new DtoPipe());
  publishOpenApi(app, document);
}

/** HTTP/1.1 requires the header (RFC 9112, section 3.2). */
function requireHost(request: Request, _response: Response, next: NextFunction): void {
  const missing = request.headers.host === undefined && request.httpVersion === '1.1';
  next(missing ? new AppError('validation_error', 'the header Host is missing') : undefined);
}

/** Answers unknown paths outside of the prefix. Nest answers only those below it. */
function requirePrefix(request: Request, _response: Response, next: NextFunction): void {
  const below = `${request.path.toLowerCase()}/`.startsWith(`/${PREFIX}/`);
  next(below ? undefined : new AppError('not_found', `there is no ${request.method} ${request.path}: every path begins with /${PREFIX}/`));
}

/** Counts requests for pages that no controller serves, in the same way as the guard of a controller. */
const limitPages =
  (limiter: RateLimitGuard, perAddress: number) =>
  async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    await limiter.countPage(request, response, perAddress);
    next();
  };
