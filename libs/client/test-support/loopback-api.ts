import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The scripted reaction: an answer, no answer, or a closed connection. */
export type Reply =
  { readonly status: number; readonly body?: object | string; readonly headers?: Readonly<Record<string, string>> } | 'silence' | 'hang up';

interface SentEvent {
  readonly event_id: string;
}

/** A test API: real HTTP on a loopback port, with answers that a test defines. */
export class LoopbackApi {
  readonly received: Received[] = [];
  /** Answers to the next requests, in order. After them `answer` is called. */
  readonly script: Reply[] = [];
  answer: (request: Received) => Reply | Promise<Reply> = acceptAll;
  private readonly server: Server = createServer((request, response) => void this.handle(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new TypeError('no port');
    return `http://127.0.0.1:${address.port}/api/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Event ids of each batch, including refused ones. */
  get batches(): string[][] {
    return this.received.map(({ body }) => eventsIn(body).map(({ event_id: id }) => id));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: await text(request) };
    this.received.push(received);
    const reply = this.script.shift() ?? (await this.answer(received));
    if (reply === 'silence') return;
    if (reply === 'hang up') return void response.destroy();
    const { status, body = {}, headers = {} } = reply;
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}

const eventsIn = (body: string): SentEvent[] => (JSON.parse(body) as { events: SentEvent[] }).events;

/** Accepts every event as new. */
export function acceptAll({ body }: Received): Reply {
  const results = eventsIn(body).map(({ event_id }, index) => ({ event_id, status: 'accepted', index }));
  return { status: 202, body: { accepted: results.length, rejected: 0, duplicates: 0, results } };
}
