import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { CREATE_EVENTS, INSERT_EVENTS } from './events-table.sql.js';

interface WireEvent {
  readonly event_id: string;
  readonly customer_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly value: number;
  readonly data: object;
}

const BODY_LIMIT = 16 * 2 ** 20;

/**
 * The yardstick of the service: a minimal server that stores events. It parses the body, runs one statement and answers. It has no
 * keys, limits or checks, reports no duplicates and scores nothing.
 *
 *     DATABASE_URL=… node server.js PORT POOL_SIZE
 */
async function main(): Promise<void> {
  const [port, poolSize] = process.argv.slice(2).map(Number);
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: poolSize });
  await pool.query(CREATE_EVENTS);
  const tenantId = randomUUID();
  const app = Fastify({ bodyLimit: BODY_LIMIT });
  app.get('/health', () => ({ status: 'ok' }));
  app.post<{ Body: { events: WireEvent[] } }>('/events', async (request, reply) => {
    const { events } = request.body;
    const { rowCount } = await pool.query(INSERT_EVENTS, [
      tenantId,
      events.map((event) => event.event_id),
      events.map((event) => event.customer_id),
      events.map((event) => event.event_type),
      events.map((event) => event.occurred_at),
      events.map((event) => event.value),
      events.map((event) => JSON.stringify(event.data)),
    ]);
    return reply.code(202).send({ accepted: rowCount, rejected: 0, duplicates: events.length - (rowCount ?? 0) });
  });
  process.once('SIGTERM', () => void app.close().then(() => pool.end()));
  await app.listen({ port: port ?? 0, host: '127.0.0.1' });
}

await main();
