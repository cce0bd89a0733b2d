import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A profile as Klaviyo keeps it. */
export type KlaviyoProperties = Record<string, unknown>;

interface ImportJob {
  readonly id: string;
  readonly total: number;
  readonly errors: readonly object[];
  looks: number;
}

/** An answer to the next request instead of the usual one. */
interface Fault {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly code?: string;
}

/** Bounds of a job in the public documentation: https://developers.klaviyo.com/en/reference/bulk_import_profiles */
const MOST_PROFILES = 10_000;
const MOST_BYTES = 5 * 2 ** 20;
const JOBS = '/api/profile-bulk-import-jobs';

/**
 * Klaviyo's bulk import of profiles, as its public documentation describes it: private keys in `Authorization`, a `revision` in each call,
 * asynchronous jobs, import errors with the original payload, and errors in the form of JSON:API.
 */
export class KlaviyoSimulator {
  key = newKey();
  readonly profiles = new Map<string, KlaviyoProperties>();
  /** External ids of each import, in the order of arrival. */
  readonly imports: string[][] = [];
  /** Requests in flight, and the most that there ever were: imports only. */
  private open = 0;
  mostOpen = 0;
  /** External ids that an import refuses. */
  readonly refuses = new Set<string>();
  /** Looks at a job until it says that it is complete. */
  looksUntilComplete = 1;
  /** The id that answers give to jobs instead of their own. */
  saysId: string | null = null;
  delayMs = 0;
  isRevoked = false;
  /** Every import fails. */
  isDown = false;
  private faults: Fault[] = [];
  private readonly jobs = new Map<string, ImportJob>();

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.take(request, response));
  }

  static async start(): Promise<KlaviyoSimulator> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new KlaviyoSimulator(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  /** Becomes another account with another key. Requests with the old key are refused. */
  reset(): void {
    this.key = newKey();
    this.profiles.clear();
    this.imports.length = 0;
    this.refuses.clear();
    this.faults = [];
    Object.assign(this, { isRevoked: false, isDown: false, delayMs: 0, looksUntilComplete: 1, mostOpen: 0, saysId: null });
  }

  /** Lets the next imports fail so. */
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
    const { pathname } = new URL(request.url ?? '', this.url);
    const reply = (status: number, body: object, headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { 'Content-Type': 'application/vnd.api+json', ...headers }).end(JSON.stringify(body));
    const refuse = (status: number, code: string, headers = {}): void =>
      reply(
        status,
        { errors: [{ id: randomUUID(), status, code, title: code, detail: 'Sorry.', source: { pointer: '/data/' } }] },
        headers,
      );
    if (request.headers.authorization !== `Klaviyo-API-Key ${this.key}`) return refuse(401, 'not_authenticated');
    if (this.isRevoked) return refuse(401, 'not_authenticated');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(request.headers['revision']))) return refuse(400, 'invalid_revision');
    if (request.method === 'POST' && pathname === JOBS) return this.import(request, Buffer.concat(chunks), reply, refuse);
    if (request.method !== 'GET') return refuse(405, 'method_not_allowed');
    if (pathname === JOBS) return reply(200, { data: [] });
    const [, id = '', errors] = /^\/api\/profile-bulk-import-jobs\/([^/]+)(\/import-errors)?$/.exec(pathname) ?? [];
    const job = this.jobs.get(id);
    if (job === undefined) return refuse(404, 'not_found');
    if (errors !== undefined) return reply(200, { data: job.errors });
    job.looks += 1;
    reply(200, { data: this.shown(job) });
  }

  private async import(
    request: IncomingMessage,
    body: Buffer,
    reply: (status: number, body: object) => void,
    refuse: (status: number, code: string, headers?: Record<string, string>) => void,
  ): Promise<void> {
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    await sleep(this.delayMs);
    this.open -= 1;
    if (this.isDown) return refuse(503, 'down');
    const fault = this.faults.shift();
    if (fault !== undefined) return refuse(fault.status, fault.code ?? 'throttled', fault.headers);
    if (request.headers['content-type'] !== 'application/vnd.api+json') return refuse(415, 'unsupported_media_type');
    if (body.length > MOST_BYTES) return refuse(413, 'payload_too_large');
    const { data } = JSON.parse(body.toString()) as { data: { type: string; attributes: { profiles: { data: ProfileObject[] } } } };
    const profiles = data.attributes.profiles.data;
    if (data.type !== 'profile-bulk-import-job' || profiles.length === 0 || profiles.length > MOST_PROFILES) return refuse(400, 'invalid');
    this.imports.push(profiles.map(({ attributes }) => attributes.external_id));
    const errors: object[] = [];
    for (const { attributes } of profiles) {
      if (this.refuses.has(attributes.external_id)) errors.push(importErrorOf(attributes));
      else this.profiles.set(attributes.external_id, { ...this.profiles.get(attributes.external_id), ...attributes.properties });
    }
    const job = { id: randomUUID(), total: profiles.length, errors, looks: 0 };
    this.jobs.set(job.id, job);
    reply(202, { data: this.shown(job) });
  }

  private shown({ id, total, errors, looks }: ImportJob): object {
    const isComplete = looks >= this.looksUntilComplete && looks > 0;
    const status = looks === 0 ? 'queued' : isComplete ? 'complete' : 'processing';
    const counts = { total_count: total, completed_count: isComplete ? total : 0, failed_count: isComplete ? errors.length : 0 };
    return {
      type: 'profile-bulk-import-job',
      id: this.saysId ?? id,
      attributes: { status, ...counts, created_at: new Date().toISOString() },
    };
  }
}

const newKey = (): string => `pk_${randomUUID().replaceAll('-', '')}`;

interface ProfileObject {
  readonly type: 'profile';
  readonly attributes: { readonly external_id: string; readonly properties: KlaviyoProperties };
}

const importErrorOf = (payload: object): object => ({
  type: 'import-error',
  id: randomUUID(),
  attributes: {
    code: 'invalid',
    title: 'Invalid input',
    detail: 'The profile is invalid.',
    source: { pointer: '/data/' },
    original_payload: payload,
  },
});
