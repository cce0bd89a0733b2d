import 'reflect-metadata';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ConfigError, loadConfig } from '#libs/config';
import { SECOND_MS } from '#libs/core';
import { Database } from '#libs/database';
import { closeOnSignal, exportTraces, Log, Readiness, statementTracer } from '#libs/observability';
import { ClockCheck } from '#libs/platform';
import { RedisConnections } from '#libs/queues';
import { ApiModule } from './api.module.js';
import { configureApp } from './http/configure-app.js';
import { drainConnections } from './http/transport/drain-connections.js';
import { serveAgents } from './mcp/serve-agents.js';
import { ExpressServer } from './http/transport/express-server.js';

/** A request waits at most twice for the database, for the key and for the work, and 3 s when it is large. With a known key all of it stays below the 6 s in which every caller gets an answer or a refusal. */
const DATABASE_DEADLINE_MS = 2.5 * SECOND_MS;
/** On Citus the writers of a shard wait at the end of its move, longer than that. */
const SHARD_MOVE_MS = 8 * SECOND_MS;
/** The first connection takes milliseconds. */
const REDIS_PATIENCE_MS = 3 * SECOND_MS;
/** The part of the connections that one tenant uses at a time, so that an import leaves connections, and Postgres, to others. */
const SHARE_OF_A_TENANT = 1 / 2;
const FEWEST_PER_TENANT = 6;
/** The dashboard and the documentation lie next to this app in dist/apps. */
const PAGES = { dashboard: join(import.meta.dirname, '../../dashboard'), docs: join(import.meta.dirname, '../../docs') };

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = new Log('api', config.logLevel);
  const endTraces = await exportTraces('api', config.tracing);
  const replica = config.api.replica && { ...config.api.replica, onChange: logReplicaUse(log) };
  const database = await Database.open({
    ...config.database,
    deadlineMs: DATABASE_DEADLINE_MS,
    shardMoveMs: SHARD_MOVE_MS,
    connectionsPerTenant: Math.max(FEWEST_PER_TENANT, Math.ceil(config.database.poolSize * SHARE_OF_A_TENANT)),
    replica,
    watch: statementTracer(config.tracing),
  });
  const app = await NestFactory.create<NestExpressApplication>(
    ApiModule.forRoot({ config, log, database, operatorPort: config.operator.ports.api }),
    new ExpressServer(),
    { bodyParser: false, logger: ['error', 'warn'] },
  );
  configureApp(app, config, PAGES, (document) => serveAgents(app, document, config, PAGES.docs));
  const drain = drainConnections(app.getHttpServer());
  closeOnSignal(
    log,
    async () => {
      app.get(Readiness).end();
      drain();
      await sleep(config.api.drainMs);
      await app.close();
      await database.close();
      await endTraces();
      log.info('api.stopped');
    },
    config.api.drainMs,
  );
  // The API refuses all requests without Redis, so it does not listen before Redis is connected.
  await app.get(RedisConnections).ready(REDIS_PATIENCE_MS);
  // Tokens and the checks of event times depend on the clock. A wrong clock is logged, and the API keeps accepting events.
  app.get(ClockCheck).watch();
  await app.listen(config.api.port, config.api.host);
  log.info('api.started', { host: config.api.host, port: config.api.port });
}

const logReplicaUse =
  (log: Log) =>
  (isUsed: boolean, why: unknown): void => {
    if (isUsed) log.info('replica.used', { why: String(why) });
    else log.warn('replica.left', { why: why instanceof Error ? messageOf(why) : String(why) });
  };

/** Returns the server's or network's own message, which is the cause of the error that callers see. */
const messageOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message);

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : `The api could not start: ${String(error)}`}\n`);
  process.exit(1);
});
