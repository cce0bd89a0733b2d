import type { Request, Response } from 'express';
import { AppError } from '#libs/core';
import type { Hold } from './held-bytes.js';

/** A body up to this many times the limit is read to its end. Beyond that we close the connection. */
const WORTH_READING_TO_THE_END = 4;

export const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `the body is larger than ${limit} bytes, the most that your plan allows`);

/**
 * Reads a body while its bytes are counted as they arrive, against the limit and the budgets of its holders. Many clients read the answer
 * only after they have sent their body, so the rest of one that is too large is read and discarded, and the connection stays open for
 * that, even when the client asked to close it. Without room the connection is closed.
 * @param limit in bytes
 * @param hold takes the bytes from the budgets; the caller gives them back
 * @throws AppError `payload_too_large` as soon as more is declared or sent; `service_unavailable` without room
 */
export function receiveBytes(request: Request, response: Response, limit: number, hold: Hold): Promise<Buffer> {
  const most = WORTH_READING_TO_THE_END * limit;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    let isRefused = false;
    const refuse = (error: Error, connection: 'close' | 'keep-alive'): void => {
      isRefused = true;
      chunks.length = 0;
      if (!response.headersSent) response.setHeader('Connection', connection);
      reject(error);
    };
    const refuseLarge = (bytes: number): void => refuse(tooLarge(limit), bytes > most ? 'close' : 'keep-alive');
    const take = (chunk: Buffer): void => {
      try {
        hold.resize(received);
        chunks.push(chunk);
      } catch (error) {
        refuse(error as Error, 'close');
      }
    };
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > limit) refuseLarge(declared);
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > most) request.destroy();
      if (isRefused) return;
      if (received > limit) refuseLarge(received);
      else take(chunk);
    });
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    // A caller that disconnects early gets no answer. Each request closes in the end, and making an error takes longer than storing an event.
    request.once('close', () => {
      if (!request.complete) reject(new AppError('validation_error', 'the body cannot be read: request aborted'));
    });
  });
}
