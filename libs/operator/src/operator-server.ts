import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import express, { type Express, type RequestHandler } from 'express';
import type { Config } from '#libs/config';
import { collectProcessMetrics, type Log, METRICS_CONTENT_TYPE, readMetrics } from '#libs/observability';
import { measureState, type StateSources } from './measured-state.js';

const BOARD = '/queues';

/**
 * Serves operators on a port that only they should reach: `/metrics` for Prometheus, and pages of the queues when a credential is set.
 * Without a port it does not start.
 */
export class OperatorServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | null = null;
  /** Shared by all requests that arrive at the same time. */
  private reading: Promise<string> | null = null;

  constructor(
    private readonly sources: StateSources,
    private readonly settings: Config['operator'],
    private readonly port: number | null,
    private readonly log: Log,
  ) {}

  /** @throws when the port is taken. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.port === null) return;
    collectProcessMetrics();
    this.server = createServer(await this.pages());
    this.server.listen(this.port, this.settings.host);
    await once(this.server, 'listening');
    this.log.info('operator.listening', { host: this.settings.host, port: this.port, queues: this.settings.boardCredential !== null });
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async pages(): Promise<Express> {
    const app = express().disable('x-powered-by').disable('etag');
    app.use(refuseOtherSites);
    app.get('/metrics', async (_request, response) => {
      response.type(METRICS_CONTENT_TYPE).send(await this.metrics());
    });
    if (this.settings.boardCredential !== null) {
      app.use(BOARD, requireCredential(this.settings.boardCredential));
      app.use(await this.sources.board.pages(BOARD));
    }
    return app;
  }

  private metrics(): Promise<string> {
    this.reading ??= measureState(this.sources)
      .then(readMetrics)
      .finally(() => (this.reading = null));
    return this.reading;
  }
}

/** Stops pages of other sites from reading or framing these pages in an operator's browser. */
const refuseOtherSites: RequestHandler = (request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  const from = request.get('Sec-Fetch-Site');
  if (from === 'cross-site') response.status(403).json({ error: 'forbidden' });
  else next();
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function requireCredential(credential: string): RequestHandler {
  const expected = digest(credential);
  return (request, response, next) => {
    const [scheme = '', given = ''] = (request.get('Authorization') ?? '').split(' ');
    const presented = Buffer.from(given, 'base64').toString();
    if (scheme.toLowerCase() === 'basic' && timingSafeEqual(digest(presented), expected)) {
      next();
      return;
    }
    response.setHeader('WWW-Authenticate', 'Basic realm="operators", charset="UTF-8"');
    response.status(401).json({ error: 'unauthorized' });
  };
}
