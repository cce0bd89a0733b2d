import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { AppError, unavailable } from '#libs/core';
import { bytesProblem } from './json-bytes.js';

/** Bytes of bodies that one process works on at once: together with what they become in memory a few hundred megabytes. ⚙ */
const BYTES_AT_ONCE = 64 * 2 ** 20;
let bytesInWork = 0;

/** Judges the inflated bytes of a body before they are parsed, and makes sure that there is room for them until the answer is sent. */
export function admit(_request: unknown, response: ServerResponse, bytes: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new AppError('unsupported_media_type', `the charset is ${encoding}: it must be utf-8`);
  const problem = bytesProblem(bytes);
  if (problem !== null) throw problem;
  if (bytesInWork > 0 && bytesInWork + bytes.length > BYTES_AT_ONCE) throw unavailable('room for another large body');
  bytesInWork += bytes.length;
  response.once('close', () => (bytesInWork -= bytes.length));
}

/** A body up to this many times too large is read to its end; beyond that the connection ends. ⚙ */
const WORTH_READING_TO_THE_END = 4;

/**
 * Refuses a body as soon as it is known to be too large: body-parser answers only when all of it has arrived, which may be
 * never. Many clients read an answer only after they have sent their body, so what is left of it is read and thrown away, on a
 * connection that stays open for that even where the client asked to close it.
 * @returns a promise that never resolves, and rejects when more than `limit` bytes are announced or have come.
 */
export function refuseOversized(request: Request, response: Response, limit: number): Promise<never> {
  const most = WORTH_READING_TO_THE_END * limit;
  return new Promise((_, reject) => {
    let received = 0;
    const judge = (bytes: number): void => {
      if (bytes > limit && !response.headersSent) {
        response.setHeader('Connection', bytes > most ? 'close' : 'keep-alive');
        reject(new AppError('payload_too_large', `the body is larger than ${limit} bytes, the most that your plan allows`));
      }
    };
    judge(Number(request.get('content-length') ?? 0));
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      judge(received);
      if (received > most) request.destroy();
    });
  });
}
