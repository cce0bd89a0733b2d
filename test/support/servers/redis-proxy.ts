import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between the service and Redis, so that a test can take Redis away or freeze it without harm to other tests. */
export class RedisProxy {
  private readonly sockets = new Set<Socket>();
  private frozen = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async start(redisUrl: string): Promise<RedisProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new RedisProxy(server, new URL(redisUrl));
    server.on('connection', (socket: Socket) => proxy.join(socket));
    return proxy;
  }

  get url(): string {
    const { port } = this.server.address() as { port: number };
    return Object.assign(new URL(this.target), { host: `127.0.0.1:${port}` }).toString();
  }

  /** From now on nothing is answered; connections stay open. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** The connections of now stay open and are never answered again; new ones work. */
  silence(): void {
    for (const socket of this.sockets) socket.pause();
  }

  thaw(): void {
    this.frozen = false;
    for (const socket of this.sockets) socket.resume();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      // prettier-ignore
      this.sockets.add(from);
      if (this.frozen) from.pause();
      from.on('data', (data: Buffer) => to.write(data));
      from.on('error', () => undefined);
      from.once('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
