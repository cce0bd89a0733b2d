import { once } from 'node:events';
import { connect } from 'node:net';

/** The answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const LONGEST_MS = 10_000;

/** Sends the bytes as they are, which no HTTP client would do, and reads until the server closes the connection. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(LONGEST_MS, () => socket.destroy());
  // The server may answer and close before it has read the whole request.
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  const answer = Buffer.concat(chunks).toString();
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0), headers: Object.fromEntries(headers), text: rest.join('\r\n\r\n') };
}

/** A request as text, with a length that is right unless `headers` says otherwise. The connection ends with the answer. */
export function requestText(method: string, target: string, options: { headers?: Record<string, string>; body?: string } = {}): string {
  const { headers = {}, body } = options;
  const all: Record<string, string> = {
    Host: 'localhost',
    Connection: 'close',
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
