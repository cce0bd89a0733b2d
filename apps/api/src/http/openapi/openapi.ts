import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { addErrorExamples } from './error-examples.js';
import { addExamples } from './examples.js';
import { addSharedAnswers } from './shared-answers.js';
import { splitAccess } from './split-access.js';

/** Builds the whole document, including the answers that no controller writes. */
export function openApiDocument(app: NestExpressApplication, publicUrl: string): OpenAPIObject {
  const description = new DocumentBuilder()
    .setTitle('Churn Scoring Service')
    .setDescription(
      'Send the order events of your shop, read for every customer how likely it is that they do not come back, and why.\n\nEvery path answers a method that it does not have with 405 `method_not_allowed`, and lists its methods in the header `Allow`. A path that does not exist is 404 `not_found`.',
    )
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(publicUrl)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, 'key')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'The API key is the user name, and there is no password' }, 'write_key')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access_token of POST /auth/login' }, 'jwt')
    .addCookieAuth('auth_token', { type: 'apiKey', in: 'cookie' }, 'cookie')
    .build();
  const document = SwaggerModule.createDocument(app, description);
  splitAccess(document);
  addSharedAnswers(document);
  addExamples(document);
  addErrorExamples(document);
  return document;
}

/** Serves the OpenAPI document at /api/v1/openapi.json and a readable page at /api/v1/docs. */
export function publishOpenApi(app: NestExpressApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    useGlobalPrefix: true,
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Churn Scoring Service API',
  });
}
