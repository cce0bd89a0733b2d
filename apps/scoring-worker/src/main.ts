import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConfigError, loadConfig } from '#libs/config';
import { SECOND_MS } from '#libs/core';
import { Database } from '#libs/database';
import { closeOnSignal, exportTraces, Log, statementTracer } from '#libs/observability';
import { WorkerModule } from './worker.module.js';

const DATABASE_DEADLINE_MS = 30 * SECOND_MS;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = new Log('scoring-worker', config.logLevel);
  const endTraces = await exportTraces('scoring-worker', config.tracing);
  const database = await Database.open({ ...config.database, deadlineMs: DATABASE_DEADLINE_MS, watch: statementTracer(config.tracing) });
  const app = await NestFactory.create(WorkerModule.forRoot({ config, log, database, operatorPort: config.operator.ports.worker }), {
    logger: ['error', 'warn'],
  });
  closeOnSignal(log, async () => {
    await app.close();
    await database.close();
    await endTraces();
    log.info('worker.stopped');
  });
  await app.listen(config.worker.port, config.worker.host);
  log.info('worker.started', { host: config.worker.host, port: config.worker.port });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : `The scoring-worker could not start: ${String(error)}`}\n`);
  process.exit(1);
});
