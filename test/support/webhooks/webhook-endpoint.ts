import { patient } from '../waiting/limits.js';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

/** One request that arrived, with its bytes. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly json: Record<string, unknown>;
  readonly path: string;
  readonly at: number;
}

/** Answers a request as a merchant's server does. The request is recorded before. */
export type Behaviour = (request: Received, response: ServerResponse, index: number) => void | Promise<void>;

/** Answers with the status, at once. */
export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** Fails that many requests, then accepts the following ones. */
export const failFirst =
  (times: number, status = 503): Behaviour =>
  (_request, response, index) =>
    void response.writeHead(index < times ? status : 200).end();

/** Takes the request and never answers. */
export const hang: Behaviour = () => undefined;

/** Begins to answer and never ends: a byte every so often. */
export const drip: Behaviour = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain' });
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
};

/** A merchant's server that records what it gets. */
export class WebhookEndpoint {
  readonly received: Received[] = [];
  behaviour: Behaviour = answer(200);
  /** Requests that are being answered, and the most that ever were. */
  open = 0;
  mostOpen = 0;

  private constructor(
    private readonly server: Server,
    private readonly scheme: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.take(request, response));
    server.keepAliveTimeout = 60_000;
  }

  /** @param tls its key and certificate; without them it speaks plain HTTP. */
  static async start(tls?: { readonly key: string; readonly cert: string }): Promise<WebhookEndpoint> {
    const server = tls === undefined ? createServer() : createTlsServer(tls);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookEndpoint(server, tls === undefined ? 'http' : 'https');
  }

  get port(): number {
    return (this.server.address() as { port: number }).port;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}/hooks`;
  }

  /** Waits until that many requests that match the filter have arrived. */
  async until(count: number, filter: (request: Received) => boolean = () => true, timeoutMs = 15_000): Promise<Received[]> {
    const deadline = Date.now() + patient(timeoutMs);
    for (;;) {
      const found = this.received.filter(filter);
      if (found.length >= count) return found;
      if (Date.now() > deadline) throw new Error(`${found.length} of ${count} requests arrived within ${timeoutMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Takes requests and answers none of them until the returned function is called. */
  hold(): (status?: number) => void {
    const waiting: ServerResponse[] = [];
    this.behaviour = (_request, response) => void waiting.push(response);
    return (status = 200) => {
      this.behaviour = answer(status);
      for (const response of waiting) response.writeHead(status).end();
    };
  }

  /** Closes all connections, also idle ones. */
  closeConnections(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    response.on('close', () => (this.open -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    await once(request, 'end');
    const body = Buffer.concat(chunks);
    const received = {
      headers: request.headers,
      body,
      json: JSON.parse(body.toString()) as Record<string, unknown>,
      path: request.url ?? '',
      at: Date.now(),
    };
    this.received.push(received);
    await this.behaviour(received, response, this.received.length - 1);
  }
}
