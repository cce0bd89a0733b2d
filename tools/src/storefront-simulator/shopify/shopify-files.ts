import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** An answer; `key` names what was asked for. */
interface Found {
  readonly status: number;
  readonly text: string;
  readonly key: string;
}

/** Shopify's storage for staged uploads and results. A caller with an address of it needs no token, and must not send one. */
export class ShopifyFiles {
  private readonly places = new Set<string>();
  private readonly files = new Map<string, string>();
  /** Files of bulk queries, which may be large, lie on the disk. */
  private readonly folder = mkdtempSync(join(tmpdir(), 'shopify-files-'));
  private readonly onDisk = new Map<string, number>();
  /** Bytes of each part that was read. */
  readonly parts: number[] = [];
  /** Bytes of the file of which a part was read last. */
  size = 0;
  /** Statuses of the next requests; 200 lets one through. */
  readonly failures: number[] = [];

  private constructor(private readonly server: Server) {
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.take(request).then(
        (found) => this.write(response, found, request.headers.range),
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

  /** Keeps a result of any length. @returns its address; null when there are no lines */
  async keepLines(lines: AsyncIterable<string>): Promise<string | null> {
    const key = `results/${randomUUID()}`;
    const file = join(this.folder, basename(key));
    let size = 0;
    for await (const text of lines) {
      await appendFile(file, text);
      size += Buffer.byteLength(text);
    }
    if (size === 0) return null;
    this.onDisk.set(key, size);
    return `${this.url}/${key}`;
  }

  /** Writes an answer, or the part of it that was asked for. */
  private async write(response: ServerResponse, { status, text, key }: Found, range: string | undefined): Promise<void> {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const size = this.onDisk.get(key);
    if (status !== 200 || size === undefined || from === undefined || to === undefined) {
      response.writeHead(status).end(text);
      return;
    }
    this.size = size;
    const part = Buffer.alloc(Math.max(0, Math.min(Number(to) + 1, size) - Number(from)));
    const file = await open(join(this.folder, basename(key)));
    await file.read(part, 0, part.length, Number(from));
    await file.close();
    this.parts.push(part.length);
    response.writeHead(206, { 'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${size}` }).end(part);
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  private async take(request: IncomingMessage): Promise<Found> {
    const key = (request.url ?? '').slice(1);
    return { ...(await this.answer(request, key)), key };
  }

  private async answer(request: IncomingMessage, path: string): Promise<Omit<Found, 'key'>> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const failure = this.failures.shift();
    if (failure !== undefined && failure !== 200) return { status: failure, text: '' };
    if (request.headers['x-shopify-access-token'] !== undefined) return { status: 400, text: 'A token was sent' };
    if (request.method === 'GET') {
      const text = this.files.get(path) ?? (this.onDisk.has(path) ? '' : undefined);
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
