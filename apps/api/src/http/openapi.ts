import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { addSharedAnswers } from './shared-answers.js';

/** Serves the OpenAPI document at /api/v1/openapi.json and a readable page at /api/v1/docs. */
export function publishOpenApi(app: NestExpressApplication, publicUrl: string): void {
  const description = new DocumentBuilder()
    .setTitle('Churn Scoring Service')
    .setDescription('Send the order events of your shop, read for every customer how likely it is that they do not come back, and why.')
    .setVersion('1')
    .addServer(publicUrl)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, 'key')
    .build();
  const document = SwaggerModule.createDocument(app, description);
  addSharedAnswers(document);
  SwaggerModule.setup('docs', app, document, {
    useGlobalPrefix: true,
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Churn Scoring Service API',
  });
}
