import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import { sign } from 'aws4';
import { isSwiftInstalled, startSwift } from './swift.js';
import type { StorageBackend } from './storage-backend.js';
import { startS3rver } from './s3rver.js';

/** The S3-compatible servers that tests can run against: OpenStack Swift where it is installed, and s3rver everywhere. */
export const STORAGE_KINDS = isSwiftInstalled() ? (['s3rver', 'swift'] as const) : (['s3rver'] as const);
export type StorageKind = 's3rver' | 'swift';

interface Held {
  readonly request: IncomingMessage;
  readonly pass: () => void;
}

/** A real S3-compatible server with a door in front of it, which counts requests and can hold them. It changes none. */
export class StorageServer {
  readonly writes: string[] = [];
  private holding: RegExp | null = null;
  private held: Held[] = [];

  private constructor(
    private readonly backend: StorageBackend,
    private readonly server: Server,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.take(request, response));
  }

  static async start(kind: StorageKind = STORAGE_KINDS.at(-1)!): Promise<StorageServer> {
    const backend = await (kind === 'swift' ? startSwift() : startS3rver());
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StorageServer(backend, server);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get region(): string {
    return this.backend.region;
  }

  /** The credential, as the settings of a destination name its parts. */
  get credential(): { readonly access_key_id: string; readonly secret_access_key: string } {
    return { access_key_id: this.backend.accessKeyId, secret_access_key: this.backend.secretAccessKey };
  }

  /** Holds the writes whose path matches, until `release`. */
  hold(path: RegExp): void {
    this.holding = path;
  }

  get heldCount(): number {
    return this.held.filter(({ request }) => !request.destroyed).length;
  }

  release(): void {
    this.holding = null;
    for (const { pass } of this.held.splice(0)) pass();
  }

  async createBucket(bucket: string): Promise<void> {
    await this.call('PUT', `/${bucket}`);
  }

  /** Returns the keys of a bucket in their order. */
  async keys(bucket: string): Promise<string[]> {
    const text = (await this.call('GET', `/${bucket}?list-type=2&max-keys=1000`)).toString();
    return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!.replaceAll('&amp;', '&'));
  }

  read(bucket: string, key: string): Promise<Buffer> {
    return this.call('GET', `/${bucket}/${key}`);
  }

  async json<T = Record<string, unknown>>(bucket: string, key: string): Promise<T> {
    return JSON.parse((await this.read(bucket, key)).toString()) as T;
  }

  async stop(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    this.server.close();
    await this.backend.stop();
  }

  private get port(): number {
    return (this.server.address() as { port: number }).port;
  }

  private async call(method: string, path: string): Promise<Buffer> {
    const { accessKeyId, secretAccessKey, region } = this.backend;
    const wanted = { method, host: `127.0.0.1:${this.port}`, path, service: 's3', region };
    const { headers } = sign(wanted, { accessKeyId, secretAccessKey });
    const answer = await fetch(this.url + path, { method, headers: headers as Record<string, string> });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const pass = (): void => this.forward(request, response);
    if (request.method !== 'PUT') return pass();
    this.writes.push(request.url ?? '');
    if (this.holding?.test(request.url ?? '') === true) this.held.push({ request, pass });
    else pass();
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const { target } = this.backend;
    if (typeof target !== 'number') {
      target(request, response);
      return;
    }
    const { method, url, headers } = request;
    const inner = httpRequest({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    request.pipe(inner);
  }
}
