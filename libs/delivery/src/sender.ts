import { type ClientRequest, type IncomingMessage, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { OnApplicationShutdown } from '@nestjs/common';
import { SECOND_MS } from '#libs/core';
import { AddressGuard } from './address-guard.js';
import { type DeliveryError, errorOfStatus, errorOfTransport } from './delivery-error.js';
import { validateWebhookUrl, type WebhookUrlRules } from './validate-webhook-url.js';
import { printable, readRetryAfter } from './read-response.js';

/** Deadline of one attempt as a whole. */
export const ATTEMPT_TIMEOUT_MS = 15 * SECOND_MS;
/** The rest of a longer response is not read. */
const RESPONSE_BYTES = 64 * 1024;
/** The start of the response that is kept, to show the merchant what went wrong. */
const KEPT_BYTES = 2048;
/** We close idle connections first: most servers close them after 5 s, which could hit a request that we are just sending. */
const IDLE_SOCKET_MS = 4 * SECOND_MS;
const IDLE_SOCKETS = 256;
const KNOWN_URLS = 1000;

export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Covers name lookup, connecting, TLS, sending, and reading the whole response. */
  readonly timeoutMs: number;
  /** Aborts the attempt; `send` then throws. */
  readonly signal?: AbortSignal;
}

export interface SendResult {
  /** Null when the webhook was delivered: a status from 200 to 299. */
  readonly error: DeliveryError | null;
  /** Null without a response. */
  readonly statusCode: number | null;
  /** The first 2 KB of the response, printable characters only; null without a response. */
  readonly responseBody: string | null;
  /** Pause that the endpoint asks for in `Retry-After`; null without that header. */
  readonly retryAfterMs: number | null;
  readonly durationMs: number;
  /** The vendor does not accept the credential of the destination (any more). */
  readonly isKeyRefused?: boolean;
  /** The vendor still works on the request, so the attempt has no result yet. */
  readonly unfinished?: Unfinished;
}

/** An attempt that goes on later. */
export interface Unfinished {
  /** State to go on with, without personal data; null begins again. */
  readonly progress: object | null;
  readonly lookAgainMs: number;
}

/**
 * Sends webhooks to URLs that merchants typed, so it does not trust them: it follows no redirect and uses no proxy of the environment,
 * `AddressGuard` checks the IP address of each connection, and one deadline covers the whole attempt, even when bytes arrive slowly.
 * It calls `node:http` itself: axios costs three times the CPU (docs/adr/0016).
 */
export class Sender implements OnApplicationShutdown {
  private readonly targets = new Map<string, Target | null>();
  private readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };

  constructor(
    private readonly rules: WebhookUrlRules,
    guard: AddressGuard,
  ) {
    const options = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS, timeout: IDLE_SOCKET_MS, lookup: guard.lookup };
    this.agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  }

  /** @throws only when the signal aborts it. Everything an endpoint does is a result. */
  async send(wanted: SendRequest): Promise<SendResult> {
    const started = performance.now();
    const target = this.targetOf(wanted.url);
    if (target === null) return failed('blocked_address', started);
    const first = await this.attempt(target, wanted, started);
    // The endpoint closed an idle connection just as we used it. The endpoint did not fail, so we try once more.
    return first ?? (await this.attempt(target, wanted, started)) ?? failed('connection_lost', started);
  }

  onApplicationShutdown(): void {
    this.close();
  }

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  /** @returns null for a URL that is not allowed. Each URL is validated and parsed once. */
  private targetOf(text: string): Target | null {
    let target = this.targets.get(text);
    if (target === undefined) {
      const checked = validateWebhookUrl(text, this.rules);
      target = checked.kind === 'refused' ? null : toTarget(new URL(checked.url));
      if (this.targets.size >= KNOWN_URLS) this.targets.clear();
      this.targets.set(text, target);
    }
    return target;
  }

  /** @returns null when a reused connection turned out to be closed. */
  private attempt(target: Target, wanted: SendRequest, started: number): Promise<SendResult | null> {
    return new Promise((resolve, reject) => {
      const request = this.open(target, wanted);
      const deadline = setTimeout(() => end(failed('timeout', started)), Math.max(0, wanted.timeoutMs - (performance.now() - started)));
      const abort = (): void => end(null, new Error('the attempt was aborted'));
      const end = (result: SendResult | null, reason?: Error): void => {
        clearTimeout(deadline);
        wanted.signal?.removeEventListener('abort', abort);
        if (reason === undefined) resolve(result);
        else reject(reason);
        // The agent reuses a connection only after a complete response.
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
    // Node takes headers in a list as they are, which is faster than setting one after the other. The list must include `Host`.
    const headers = ['Host', host, ...Object.entries(wanted.headers).flat()];
    return protocol === 'https:'
      ? httpsRequest({ protocol, hostname, port, path, method: 'POST', headers, agent: this.agents.https })
      : httpRequest({ protocol, hostname, port, path, method: 'POST', headers, agent: this.agents.http });
  }
}

/** A URL in the parts that `request` takes. */
interface Target {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
  /** Host and port, as in the header `Host`. */
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
