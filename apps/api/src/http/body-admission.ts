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

/**
 * A client reads the answer only after it has sent its body, so a body that is somewhat too large is read to its end, thrown
 * away, and then refused by body-parser. From this many times the limit on the connection ends with the refusal. ⚙
 */
const WORTH_READING_TO_THE_END = 4;

/**
 * Refuses a body that is out of all proportion before it has arrived: body-parser answers only then, which may be never.
 * @returns a promise that never resolves, and rejects when far more than `limit` bytes are announced or have come.
 */
export function refuseEndless(request: Request, response: Response, limit: number): Promise<never> {
  const most = WORTH_READING_TO_THE_END * limit;
  return new Promise((_, reject) => {
    let received = 0;
    const judge = (bytes: number): void => {
      if (bytes <= most || response.headersSent) return;
      response.setHeader('Connection', 'close');
      reject(new AppError('payload_too_large', `the body is larger than ${limit} bytes, the most that your plan allows`));
    };
    judge(Number(request.get('content-length') ?? 0));
    request.on('data', (chunk: Buffer) => judge((received += chunk.length)));
  });
}
