import { type IncomingMessage, request, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { SECOND_MS } from '#libs/core';

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** The request of an agent, on whose behalf the API is called. */
export interface AgentRequest {
  readonly message: IncomingMessage;
  readonly key: string;
  readonly requestId: string;
  /** Aborted when the agent has left. */
  readonly signal: AbortSignal;
}

/** Headers by which the API tells who calls, and over what. */
const PASSED_ON = ['host', 'user-agent', 'traceparent', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']; // prettier-ignore
const DEADLINE_MS = 25 * SECOND_MS;
/** An agent reads an answer whole. */
const LARGEST_ANSWER = 100_000;
const TOO_LARGE: ApiAnswer = { status: 413, text: 'the answer is too large: ask for fewer entries, or for one customer' };

/**
 * Calls the API as another request of the same caller: with all of its checks, limits and logs. The request reaches the server of this
 * process over a connection in memory, so that it comes from the caller's address.
 * @throws Error when the agent leaves, the connection ends or the answer takes too long
 */
export async function callApi(server: Server, { message, key, requestId, signal }: AgentRequest, call: ApiCall): Promise<ApiAnswer> {
  const [near, far] = duplexPair();
  // One side does not tell the other when it is destroyed.
  far.once('close', () => near.destroy(new Error('the connection in memory has ended')));
  near.once('close', () => far.destroy());
  server.emit('connection', Object.assign(far, { remoteAddress: message.socket.remoteAddress }));
  const end = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const stop = (): void => void near.destroy(new Error('the agent has left, or the answer takes too long'));
  end.addEventListener('abort', stop, { once: true });
  try {
    const passed = PASSED_ON.flatMap((name) => (message.headers[name] === undefined ? [] : [[name, message.headers[name]] as const]));
    const headers = { ...Object.fromEntries(passed), 'x-api-key': key, 'x-request-id': requestId, connection: 'close' };
    const { method, path, body } = call;
    const payload = body === undefined ? null : JSON.stringify(body);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const type = payload === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
      const sent = request({ createConnection: () => near, method, path, headers: { ...headers, ...type } }, resolve);
      sent.once('error', reject);
      sent.end(payload ?? undefined);
    });
    const text = await readAnswer(answer);
    return text === null ? TOO_LARGE : { status: answer.statusCode ?? 0, text };
  } finally {
    end.removeEventListener('abort', stop);
    near.destroy();
  }
}

/** @returns null for an answer that is too large; the rest of it is not read */
async function readAnswer(answer: AsyncIterable<Buffer>): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    bytes += part.length;
    if (bytes > LARGEST_ANSWER) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
