import { Readable } from 'node:stream';
import type { Request } from 'express';

/**
 * Wraps bytes that were read already as a request, so that they are decoded and parsed like any other body.
 * @param request whose headers say what the bytes are.
 */
export function replay(request: Request, bytes: Buffer): Request {
  const stream = Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false });
  // body-parser asks the connection whether there is anything left to read; these bytes are their own connection.
  return Object.assign(stream, { headers: request.headers, complete: true, socket: stream, body: undefined }) as unknown as Request;
}

/** Runs `read` on a request whose body looks uncompressed, so that it gets the bytes as they came. */
export async function asReceived(request: Request, read: () => Promise<void>): Promise<void> {
  const encoding = request.headers['content-encoding'];
  delete request.headers['content-encoding'];
  await read();
  if (encoding !== undefined) request.headers['content-encoding'] = encoding;
}
