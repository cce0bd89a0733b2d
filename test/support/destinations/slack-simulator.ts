import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

interface Fault {
  readonly status: number;
  readonly text: string;
  readonly headers?: Record<string, string>;
}

/**
 * Slack's incoming webhooks, as the public documentation describes them: a secret URL takes JSON with a text and answers `ok`; errors are plain
 * words such as `no_service` with 404, `invalid_payload` with 400, and 429 with `Retry-After`.
 */
export class SlackSimulator {
  readonly texts: string[] = [];
  path = newPath();
  private faults: Fault[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.take(request, response));
  }

  static async start(): Promise<SlackSimulator> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlackSimulator(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  /** The incoming webhook, which is a secret. */
  get webhook(): string {
    return this.url + this.path;
  }

  /** Becomes another webhook: the one before is removed. */
  reset(): void {
    this.path = newPath();
    this.texts.length = 0;
    this.faults = [];
  }

  failNext(...faults: Fault[]): void {
    this.faults.push(...faults);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(request, 'end');
    const answer = (status: number, text: string, headers = {}): void => void response.writeHead(status, headers).end(text);
    if (request.method !== 'POST' || request.url !== this.path) return answer(404, 'no_service');
    const fault = this.faults.shift();
    if (fault !== undefined) return answer(fault.status, fault.text, fault.headers);
    const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text?: unknown };
    if (typeof text !== 'string' || text === '') return answer(400, 'no_text');
    this.texts.push(text);
    answer(200, 'ok');
  }
}

const newPath = (): string => `/services/T000/B000/${randomUUID().replaceAll('-', '')}`;
