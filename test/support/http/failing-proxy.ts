import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it came. */
interface Passed {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
}

/** `refuse`: the service does not get the request. `lose`: it gets the request, and the caller gets an error instead of the answer. */
type Failure = 'refuse' | 'lose';

/** A proxy in front of the service that fails as the network does: with 503, for the next requests. */
export class FailingProxy {
  readonly passed: Passed[] = [];
  readonly failures: Failure[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.pass(request, response));
  }

  /** @param target address of the service, without a path */
  static async start(target: string): Promise<FailingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FailingProxy(server, target);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '/', method, headers } = request;
    const body = await buffer(request);
    this.passed.push({ path, headers, bytes: body.length });
    const failure = this.failures.shift();
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
    const answer =
      failure === 'refuse' ? null : await fetch(`${this.target}${path}`, { method, headers: kept as Record<string, string>, body });
    const text = await answer?.text();
    response.writeHead(failure === undefined ? (answer?.status ?? 502) : 503, { 'Content-Type': 'application/json' });
    response.end(failure === undefined ? text : '{}');
  }
}
