import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { loadConfig } from '#libs/config';
import type { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { ApiModule } from './api.module.js';
import { PREFIX } from './http/configure-app.js';
import { openApiDocument } from './http/openapi.js';

/** What has to be set for a process to start. Nothing is reached here, so nothing of it has to exist. */
const NOWHERE = {
  NODE_ENV: 'test',
  // stdout is the document's alone.
  LOG_LEVEL: 'error',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  JWT_SECRET: 'none'.repeat(16),
  SECRETS_KEY: `none:${Buffer.alloc(32).toString('base64')}`,
};

/**
 * Prints the OpenAPI document without a database or Redis, for programs that are made from it: in its preview Nest reads what
 * the decorators say and makes no instance of anything.
 */
async function main(): Promise<void> {
  const config = loadConfig(NOWHERE);
  const unopened = {} as Database;
  const platform = { config, log: new Log('api', config.logLevel), database: unopened, operatorPort: null };
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(platform), { preview: true, logger: false });
  app.setGlobalPrefix(PREFIX);
  const document = openApiDocument(app, config.api.publicUrl);
  // The count of requests looks for its Redis from the moment it is wired, and would for ever.
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`, () => process.exit(0));
}

await main();
