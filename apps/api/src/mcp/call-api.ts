import { type IncomingMessage, request, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

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

/** Headers by which the API tells who calls, over what, and as which request. */
const PASSED_ON = ['host', 'user-agent', 'x-request-id', 'traceparent', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']; // prettier-ignore

/**
 * Calls the API as another request of the same caller: with all of its checks, limits and logs. The request reaches the server of this
 * process over a connection in memory, so that it comes from the caller's address.
 */
export async function callApi(server: Server, caller: IncomingMessage, key: string, { method, path, body }: ApiCall): Promise<ApiAnswer> {
  const [near, far] = duplexPair();
  server.emit('connection', Object.assign(far, { remoteAddress: caller.socket.remoteAddress }));
  const passed = PASSED_ON.flatMap((name) => (caller.headers[name] === undefined ? [] : [[name, caller.headers[name]] as const]));
  const headers = { ...Object.fromEntries(passed), 'x-api-key': key, connection: 'close' };
  const payload = body === undefined ? null : JSON.stringify(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const type = payload === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const call = request({ createConnection: () => near, method, path, headers: { ...headers, ...type } }, resolve);
    call.once('error', reject);
    call.end(payload ?? undefined);
  });
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}
