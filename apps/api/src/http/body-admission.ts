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

/** The rest of the body is not worth reading: the connection ends with the answer. */
export function tooLarge(limit: number, response: Response): AppError {
  response.setHeader('Connection', 'close');
  return new AppError('payload_too_large', `the body is larger than ${limit} bytes, the most that your plan allows`);
}

/**
 * Refuses a body as soon as it is known to be too large. body-parser answers only when all of it has arrived, which may be never.
 * @returns a promise that never resolves and rejects when more than `limit` bytes have come.
 */
export function refuseOversized(request: Request, response: Response, limit: number): Promise<never> {
  if (Number(request.get('content-length') ?? 0) > limit) return Promise.reject(tooLarge(limit, response));
  return new Promise((_, reject) => {
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit) reject(tooLarge(limit, response));
    });
  });
}
