import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { loadConfig } from '#libs/config';
import type { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { ApiModule } from './api.module.js';
import { PREFIX } from './http/prefix.js';
import { openApiDocument } from './http/openapi/openapi.js';

/** The required settings of a process. This program connects to nothing, so the servers need not exist. */
const NOWHERE = {
  NODE_ENV: 'test',
  // stdout carries only the document.
  LOG_LEVEL: 'error',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  JWT_SECRET: 'none'.repeat(16),
  SECRETS_KEY: `none:${Buffer.alloc(32).toString('base64')}`,
};

/**
 * Prints the OpenAPI document without a database or Redis, for code generators. In preview mode Nest reads the decorators and
 * creates no instances.
 */
async function main(): Promise<void> {
  const config = loadConfig(NOWHERE);
  const unopened = {} as Database;
  const platform = { config, log: new Log('api', config.logLevel), database: unopened, operatorPort: null };
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(platform), { preview: true, logger: false });
  app.setGlobalPrefix(PREFIX);
  const document = openApiDocument(app, config.api.publicUrl);
  // The rate limiter connects to Redis as soon as it is created, and would retry forever.
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`, () => process.exit(0));
}

await main();
