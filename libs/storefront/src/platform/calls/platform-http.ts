import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpService } from '@nestjs/axios';
import axios, { AxiosError } from 'axios';
import { measureJson, SECOND_MS } from '#libs/core';
import { type AddressGuard, errorOfTransport, validateWebhookUrl, type WebhookUrlRules } from '#libs/delivery';

/** One call to a shop. */
export interface PlatformCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** Sent as multipart/form-data instead. */
  readonly form?: FormData;
  /** Sent as they are instead. */
  readonly bytes?: Buffer;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** A complete answer, or the error code for why there is none. */
export type PlatformAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
  | { readonly kind: 'unreachable'; readonly error: string };

/** The largest answer that is read unless the process says less. A page of a hundred orders is far smaller. */
const ANSWER_BYTES = 8 * 2 ** 20;
/** The most values in an answer, and the deepest nesting. Any server may answer for a shop: 16 KB of gzip can hold millions of values. */
const MOST_VALUES = { tokens: 250_000, depth: 100 };
const IDLE_SOCKET_MS = 4 * SECOND_MS;

/**
 * Calls platforms. A user has typed the domain of the shop, so the same rules hold as for webhooks: the URL is validated, and so is the
 * address at connect time. Redirects are not followed, proxies from the environment are not used, and one deadline covers the whole call.
 */
export class PlatformHttp {
  private readonly http: HttpService;
  private readonly agents: readonly (HttpAgent | HttpsAgent)[];
  private readonly closing = new AbortController();

  /**
   * @param timeoutMs for the whole call: name lookup, connecting, sending, and reading the complete answer.
   * @param answerBytes the largest answer that is read, after decompression
   */
  constructor(
    private readonly rules: WebhookUrlRules,
    guard: AddressGuard,
    private readonly timeoutMs: number,
    answerBytes: number = ANSWER_BYTES,
  ) {
    const options = { keepAlive: true, timeout: IDLE_SOCKET_MS, lookup: guard.lookup };
    const [httpAgent, httpsAgent] = [new HttpAgent(options), new HttpsAgent(options)];
    this.agents = [httpAgent, httpsAgent];
    this.http = new HttpService(
      axios.create({
        httpAgent,
        httpsAgent,
        proxy: false,
        maxRedirects: 0,
        maxContentLength: answerBytes,
        responseType: 'text',
        // As text, because platform ids do not fit into the numbers of JSON.parse.
        transformResponse: [(text: unknown) => text],
        validateStatus: () => true,
      }),
    );
  }

  /** Never throws: every failure of the platform is a result. */
  async call({ method, url, headers = {}, json, form, bytes, signal: wish }: PlatformCall): Promise<PlatformAnswer> {
    const validated = validateWebhookUrl(url, this.rules);
    if (validated.kind === 'refused') return { kind: 'unreachable', error: 'blocked_address' };
    const signal = AbortSignal.any([AbortSignal.timeout(this.timeoutMs), this.closing.signal, ...(wish === undefined ? [] : [wish])]);
    const wanted = {
      method,
      url,
      signal,
      headers: { Accept: 'application/json', ...headers },
      ...(json !== undefined && { data: json }),
      ...(form !== undefined && { data: form }),
      ...(bytes !== undefined && { data: bytes }),
    };
    try {
      const answer = await this.http.axiosRef.request<unknown>(wanted);
      const text = typeof answer.data === 'string' ? answer.data : '';
      if (isTooLarge(text)) return { kind: 'unreachable', error: 'too_large' };
      return { kind: 'answered', status: answer.status, headers: textHeaders(answer.headers), text };
    } catch (error) {
      return { kind: 'unreachable', error: wordFor(error) };
    }
  }

  /** Also aborts the calls in flight. */
  close(): void {
    this.closing.abort();
    for (const agent of this.agents) agent.destroy();
  }
}

const textHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

function isTooLarge(text: string): boolean {
  const { tokens, depth } = measureJson(Buffer.from(text), MOST_VALUES);
  return tokens > MOST_VALUES.tokens || depth > MOST_VALUES.depth;
}

/** Uses the error codes of deliveries. */
function wordFor(error: unknown): string {
  if (!(error instanceof AxiosError)) return 'connection_lost';
  if (error.code === AxiosError.ERR_CANCELED) return 'timeout';
  if (error.code === AxiosError.ERR_BAD_RESPONSE) return 'too_large';
  return errorOfTransport(error);
}
