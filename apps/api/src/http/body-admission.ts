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

const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `the body is larger than ${limit} bytes, the most that your plan allows`);

/**
 * A client that is still sending reads the answer only afterwards, so what is left of a body is read and thrown away; of a body
 * this many times too large the connection ends with the answer. ⚙
 */
const WORTH_READING_TO_THE_END = 4;

/**
 * Refuses a body as soon as it is known to be too large. body-parser answers only when all of it has arrived, which may be never.
 * @returns a promise that never resolves and rejects when more than `limit` bytes have come.
 */
export function refuseOversized(request: Request, response: Response, limit: number): Promise<never> {
  const announced = Number(request.get('content-length') ?? 0);
  if (announced > WORTH_READING_TO_THE_END * limit) response.setHeader('Connection', 'close');
  if (announced > limit) return Promise.reject(tooLarge(limit));
  return new Promise((_, reject) => {
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit) reject(tooLarge(limit));
    });
  });
}
