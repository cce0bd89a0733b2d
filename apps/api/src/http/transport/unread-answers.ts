import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { SECOND_MS } from '#libs/core';

/** Bounds of the answers that their callers have not read. */
export interface UnreadLimits {
  /** The time to read an answer once it is complete, and the longest time in which no byte of a connection moves. */
  readonly mostMs: number;
  /** The most bytes of complete answers in the memory of the process. */
  readonly mostBytes: number;
}

const LIMITS: UnreadLimits = { mostMs: 30 * SECOND_MS, mostBytes: 96 * 2 ** 20 };

/**
 * Ends the connections of callers that do not read their answers, which would stay in memory for as long as the caller likes. Answers above
 * the bytes end those that have waited the longest. An answer that the system has taken as a whole is not counted.
 */
export function endUnreadAnswers(server: Server, { mostMs, mostBytes }: UnreadLimits = LIMITS): void {
  /** The bytes and the age of each answer, oldest first. */
  const unread = new Map<ServerResponse, { readonly bytes: number; readonly since: number }>();
  let total = 0;
  const endOldest = (isEnough: (since: number) => boolean): void => {
    for (const [response, { since }] of unread) {
      if (isEnough(since)) return;
      forget(response);
      response.destroy();
    }
  };
  const forget = (response: ServerResponse): void => {
    total -= unread.get(response)?.bytes ?? 0;
    unread.delete(response);
  };
  // Covers answers that are streamed: a caller that reads nothing of them keeps a part in memory.
  server.setTimeout(mostMs);
  // Before all other listeners, which may answer at once.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.once('prefinish', () => {
      const bytes = response.socket?.writableLength ?? 0;
      if (bytes === 0) return;
      unread.set(response, { bytes, since: performance.now() });
      total += bytes;
      response.once('close', () => forget(response));
      endOldest(() => total <= mostBytes);
    });
  });
  const sweep = setInterval(() => endOldest((since) => performance.now() - since < mostMs), Math.min(SECOND_MS, mostMs / 4));
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
}
