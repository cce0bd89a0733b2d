import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_EVERY_MS = 50;

/**
 * The least that a load balancer does: keeps connections to the processes, asks each whether it is ready, and sends requests only to those
 * that are. It tries another process only when the connection was refused. The caller sees later failures as 502.
 */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly ready = new Set<string>();
  private readonly checks: NodeJS.Timeout;
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly targets: readonly string[],
  ) {
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => void this.take(incoming, response));
    this.checks = setInterval(() => void this.check(), CHECK_EVERY_MS);
  }

  /** @param targets addresses of the processes, with a path that is put before that of requests */
  static async start(targets: readonly string[]): Promise<Balancer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = new Balancer(server, targets);
    await balancer.check();
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  isReady(target: string): boolean {
    return this.ready.has(target);
  }

  async stop(): Promise<void> {
    clearInterval(this.checks);
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    this.agent.destroy();
  }

  private async check(): Promise<void> {
    await Promise.all(
      this.targets.map(async (target) => {
        const answer = await fetch(`${target}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
        await answer?.body?.cancel();
        if (answer?.ok === true) this.ready.add(target);
        else this.ready.delete(target);
      }),
    );
  }

  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    this.turn += 1;
    const ready = this.targets.filter((target) => this.ready.has(target));
    const inTurn = ready.map((_, i) => ready[(i + this.turn) % ready.length] ?? '');
    // Like the panic mode of real balancers: on a busy machine the checks may be late for every process at once.
    inTurn.push(...this.targets.filter((target) => !this.ready.has(target)));
    for (const target of inTurn) {
      if (await this.forward(target, incoming, Buffer.concat(chunks), response)) return;
    }
    response.writeHead(502).end();
  }

  /** @returns false when the process refused the connection, so that the caller can try another one */
  private forward(target: string, incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<boolean> {
    return new Promise((resolve) => {
      const headers = { ...incoming.headers, 'content-length': String(body.length) };
      const outgoing = request(`${target}${incoming.url}`, { method: incoming.method ?? 'GET', headers, agent: this.agent });
      outgoing.once('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
        answer.pipe(response);
        resolve(true);
      });
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false);
        if (!response.headersSent) response.writeHead(502).end(String(error.code));
        return resolve(true);
      });
      outgoing.end(body);
    });
  }
}
