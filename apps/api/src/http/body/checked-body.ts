import { Readable } from 'node:stream';
import type { Request } from 'express';

/**
 * Wraps bytes that were already read as a request, so that they are decoded and parsed like any other body.
 * @param request the request whose headers describe the bytes.
 */
export function replay(request: Request, bytes: Buffer): Request {
  const stream = Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false });
  // body-parser asks the connection whether anything is left to read, so these bytes act as their own connection.
  return Object.assign(stream, { headers: request.headers, complete: true, socket: stream, body: undefined }) as unknown as Request;
}

/** Runs `read` with headers that say "uncompressed", so that it gets the raw bytes. */
export async function asReceived<Body>(request: Request, read: () => Promise<Body>): Promise<Body> {
  const encoding = request.headers['content-encoding'];
  delete request.headers['content-encoding'];
  const body = await read();
  if (encoding !== undefined) request.headers['content-encoding'] = encoding;
  return body;
}
