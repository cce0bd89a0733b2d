import { type ClientRequest, type IncomingMessage, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { SECOND_MS } from '#libs/core';
import { AddressGuard } from './address-guard.js';
import { type DeliveryError, errorOfStatus, errorOfTransport } from './delivery-error.js';
import { validateWebhookUrl, type WebhookUrlRules } from './validate-webhook-url.js';
import { printable, readRetryAfter } from './read-response.js';

/** For everything that one attempt does (interface, Delivery and retry). */
export const ATTEMPT_TIMEOUT_MS = 15 * SECOND_MS;
/** More of an answer is not read. */
const RESPONSE_BYTES = 64 * 1024;
/** So much of it is kept, for the merchant to see what went wrong. */
const KEPT_BYTES = 2048;
/** An idle connection is closed by us after this, before most servers close it while we are sending. */
const IDLE_SOCKET_MS = 4 * SECOND_MS;
const IDLE_SOCKETS = 256;
const KNOWN_URLS = 1000;

/** One POST. */
export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For all of it: finding the address, connecting, TLS, sending, and reading the answer to its end. */
  readonly timeoutMs: number;
  /** Ends the attempt without a result. */
  readonly signal?: AbortSignal;
}

/** What came of it. */
export interface SendResult {
  /** Null: delivered, with a status from 200 to 299. */
  readonly error: DeliveryError | null;
  /** Null when there was no answer. */
  readonly statusCode: number | null;
  /** The first 2 KB of the answer, printable characters only; null when there was none. */
  readonly responseBody: string | null;
  /** What the receiver asks us to wait; null when it does not say. */
  readonly retryAfterMs: number | null;
  readonly durationMs: number;
}

/**
 * Sends webhooks to addresses that anybody may have named. No redirect is followed, no proxy of the environment is used, the
 * dialled address is judged by `AddressGuard`, and one deadline holds for the attempt as a whole, however slowly it drips.
 */
export class Sender {
  private readonly targets = new Map<string, Target | null>();
  private readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };

  constructor(
    private readonly rules: WebhookUrlRules,
    guard: AddressGuard,
  ) {
    const options = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS, timeout: IDLE_SOCKET_MS, lookup: guard.lookup };
    this.agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  }

  /** @throws only when the signal ends it: whatever a receiver does is a result. */
  async send(wanted: SendRequest): Promise<SendResult> {
    const started = performance.now();
    const target = this.targetOf(wanted.url);
    if (target === null) return failed('blocked_address', started);
    const first = await this.attempt(target, wanted, started);
    // The receiver closed an idle connection while we began to use it: that says nothing of the receiver.
    return first ?? (await this.attempt(target, wanted, started)) ?? failed('connection_lost', started);
  }

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  /** @returns null for a URL that is not allowed. What a URL says does not change, so each is judged and taken apart once. */
  private targetOf(text: string): Target | null {
    let target = this.targets.get(text);
    if (target === undefined) {
      const judged = validateWebhookUrl(text, this.rules);
      target = judged.kind === 'refused' ? null : toTarget(new URL(judged.url));
      if (this.targets.size >= KNOWN_URLS) this.targets.clear();
      this.targets.set(text, target);
    }
    return target;
  }

  /** @returns null when a connection that was used before turned out to be closed. */
  private attempt(target: Target, wanted: SendRequest, started: number): Promise<SendResult | null> {
    return new Promise((resolve, reject) => {
      const request = this.open(target, wanted);
      const deadline = setTimeout(() => end(failed('timeout', started)), Math.max(0, wanted.timeoutMs - (performance.now() - started)));
      const abort = (): void => end(null, new Error('the attempt was given up'));
      const end = (result: SendResult | null, reason?: Error): void => {
        clearTimeout(deadline);
        wanted.signal?.removeEventListener('abort', abort);
        if (reason === undefined) resolve(result);
        else reject(reason);
        // What is answered to its end goes back to the agent; everything else is of no more use.
        if (result === null || result.statusCode === null || result.error === 'too_large') request.destroy();
      };
      wanted.signal?.addEventListener('abort', abort);
      request.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        end(isStale ? null : failed(errorOfTransport(error), started));
      });
      request.on('response', (response) => {
        readToEnd(response, (answer) => end(toResult(response, answer, started)));
      });
      request.end(wanted.body);
      if (wanted.signal?.aborted === true) abort();
    });
  }

  private open({ protocol, hostname, port, path, host }: Target, wanted: SendRequest): ClientRequest {
    // As a list Node takes headers as they are, the host among them, instead of setting one after the other.
    const headers = ['Host', host, ...Object.entries(wanted.headers).flat()];
    return protocol === 'https:'
      ? httpsRequest({ protocol, hostname, port, path, method: 'POST', headers, agent: this.agents.https })
      : httpRequest({ protocol, hostname, port, path, method: 'POST', headers, agent: this.agents.http });
  }
}

/** A URL in the parts that a request wants. */
interface Target {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
  /** Host and port as the header `Host` has them. */
  readonly host: string;
}

const toTarget = (url: URL): Target => ({
  protocol: url.protocol,
  hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
  port: url.port,
  path: url.pathname + url.search,
  host: url.host,
});

type Answer = { readonly kind: 'whole' | 'too_large' | 'cut'; readonly start: Buffer };

function readToEnd(response: IncomingMessage, done: (answer: Answer) => void): void {
  const kept: Buffer[] = [];
  let bytes = 0;
  const end = (kind: Answer['kind']): void => done({ kind, start: Buffer.concat(kept) });
  response.on('data', (chunk: Buffer) => {
    if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes));
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES) end('too_large');
  });
  response.on('end', () => end('whole'));
  response.on('error', () => end('cut'));
}

function toResult(response: IncomingMessage, { kind, start }: Answer, started: number): SendResult {
  const statusCode = response.statusCode ?? 0;
  const read: Record<Answer['kind'], DeliveryError | null> = {
    whole: errorOfStatus(statusCode),
    too_large: 'too_large',
    cut: errorOfStatus(statusCode) ?? 'connection_lost',
  };
  return {
    error: read[kind],
    statusCode,
    responseBody: printable(start),
    retryAfterMs: readRetryAfter(response.headers['retry-after'], new Date()),
    durationMs: elapsed(started),
  };
}

const failed = (error: DeliveryError, started: number): SendResult => ({
  error,
  statusCode: null,
  responseBody: null,
  retryAfterMs: null,
  durationMs: elapsed(started),
});

const elapsed = (started: number): number => Math.round(performance.now() - started);
