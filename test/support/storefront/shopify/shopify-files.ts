import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Shopify's storage for staged uploads and results. A caller with an address of it needs no token, and must not send one. */
export class ShopifyFiles {
  private readonly places = new Set<string>();
  private readonly files = new Map<string, string>();
  /** Bytes of each part that was read. */
  readonly parts: number[] = [];
  /** Bytes of the file of which a part was read last. */
  size = 0;
  /** Statuses of the next requests; 200 lets one through. */
  readonly failures: number[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.take(request).then(
        ({ status, text }) => this.write(response, status, text, request.headers.range),
        () => response.writeHead(400).end(),
      );
    });
  }

  /** It ends with its process. */
  static async start(): Promise<ShopifyFiles> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return new ShopifyFiles(server);
  }

  /** Makes a place for an upload. @returns what `stagedUploadsCreate` says of it */
  stage(filename: string): object {
    const key = `tmp/${randomUUID()}/${filename}`;
    this.places.add(key);
    const parameters = [
      { name: 'key', value: key },
      { name: 'Content-Type', value: 'text/jsonl' },
      { name: 'success_action_status', value: '201' },
      { name: 'policy', value: Buffer.from(key).toString('base64') },
    ];
    return { url: `${this.url}/upload`, resourceUrl: null, parameters };
  }

  read(key: string): string | undefined {
    return this.files.get(key);
  }

  /** Keeps a result. @returns its address */
  keep(text: string): string {
    const key = `results/${randomUUID()}`;
    this.files.set(key, text);
    return `${this.url}/${key}`;
  }

  /** Writes an answer, or the part of it that was asked for. */
  private write(response: ServerResponse, status: number, text: string, range: string | undefined): void {
    const bytes = Buffer.from(text);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (status !== 200 || from === undefined || to === undefined) {
      response.writeHead(status).end(bytes);
      return;
    }
    this.size = bytes.length;
    const part = bytes.subarray(Number(from), Number(to) + 1);
    this.parts.push(part.length);
    response.writeHead(206, { 'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` }).end(part);
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  private async take(request: IncomingMessage): Promise<{ status: number; text: string }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const failure = this.failures.shift();
    if (failure !== undefined && failure !== 200) return { status: failure, text: '' };
    if (request.headers['x-shopify-access-token'] !== undefined) return { status: 400, text: 'A token was sent' };
    if (request.method === 'GET') {
      const text = this.files.get((request.url ?? '').slice(1));
      return text === undefined ? { status: 404, text: '' } : { status: 200, text };
    }
    const type = request.headers['content-type'] ?? '';
    const fields = [...(await new Response(Buffer.concat(chunks), { headers: { 'Content-Type': type } }).formData()).entries()];
    const [last, file] = fields.at(-1) ?? [];
    const key = fields.find(([name]) => name === 'key')?.[1];
    const isSigned = fields.some(
      ([name, value]) => name === 'policy' && value === Buffer.from(typeof key === 'string' ? key : '').toString('base64'),
    );
    // The storage ignores fields behind the file.
    if (last !== 'file' || !(file instanceof Blob) || typeof key !== 'string' || !isSigned || !this.places.delete(key))
      return { status: 403, text: '' };
    this.files.set(key, await file.text());
    return { status: 201, text: '' };
  }
}
