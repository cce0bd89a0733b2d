import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { AppError, unavailable } from '#libs/core';
import type { BodyPlan } from '#libs/guards';
import { bytesProblem } from './json-bytes.js';

/** Total size of the bodies that one process handles at once. With the parsed objects they take a few hundred megabytes. */
const BYTES_AT_ONCE = 64 * 2 ** 20;
let bytesInWork = 0;

/** Checks the inflated bytes of a body before they are parsed, and reserves room for them until the answer is sent. */
export function admit(_request: unknown, response: ServerResponse, bytes: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new AppError('unsupported_media_type', `the charset is ${encoding}: it must be utf-8`);
  const problem = bytesProblem(bytes);
  if (problem !== null) throw problem;
  if (bytesInWork > 0 && bytesInWork + bytes.length > BYTES_AT_ONCE) throw unavailable('room for another large body');
  bytesInWork += bytes.length;
  response.once('close', () => (bytesInWork -= bytes.length));
}

/** A body up to this many times the limit is read to its end. Beyond that we close the connection. */
const WORTH_READING_TO_THE_END = 4;

export const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `the body is larger than ${limit} bytes, the most that your plan allows`);

/** Reads a body while its bytes are counted as they arrive. Every body of the api comes in here, in front of all other work on it. */
export function receiveWithin<Body>(request: Request, response: Response, { limit }: BodyPlan, read: () => Promise<Body>): Promise<Body> {
  if (Number(request.get('content-length') ?? 0) > limit) return refuseOversized(request, response, limit);
  return Promise.race([read(), refuseOversized(request, response, limit)]);
}

/**
 * Refuses a body as soon as it is too large. body-parser would answer only after the whole body has arrived, which may never
 * happen. Many clients read the answer only after they have sent their body, so we read and discard the rest of it. The
 * connection stays open for that, even when the client asked to close it.
 * @returns a promise that never resolves, and rejects when the client declares or sends more than `limit` bytes.
 */
function refuseOversized(request: Request, response: Response, limit: number): Promise<never> {
  const most = WORTH_READING_TO_THE_END * limit;
  return new Promise((_, reject) => {
    let received = 0;
    const check = (bytes: number): void => {
      if (bytes > limit && !response.headersSent) {
        response.setHeader('Connection', bytes > most ? 'close' : 'keep-alive');
        reject(tooLarge(limit));
      }
    };
    check(Number(request.get('content-length') ?? 0));
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      check(received);
      if (received > most) request.destroy();
    });
  });
}
