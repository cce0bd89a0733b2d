import type { NestExpressApplication } from '@nestjs/platform-express';
import { Log } from '#libs/observability';
import { ErrorFilter } from './error.filter.js';
import { JsonBodyInterceptor } from './json-body.interceptor.js';
import { publishOpenApi } from './openapi.js';
import { QueryPipe } from './query.pipe.js';
import { requestContext } from './request-context.js';

const PREFIX = 'api/v1';

/** Everything that holds for every route. Used by main and by tests, so that both serve the same application. */
export function configureApp(app: NestExpressApplication, publicUrl: string): void {
  const log = app.get(Log);
  app.setGlobalPrefix(PREFIX);
  app.disable('x-powered-by');
  app.set('query parser', 'extended');
  app.use(requestContext(log));
  app.useGlobalFilters(new ErrorFilter(log));
  app.useGlobalInterceptors(new JsonBodyInterceptor());
  app.useGlobalPipes(new QueryPipe());
  publishOpenApi(app, publicUrl);
}
