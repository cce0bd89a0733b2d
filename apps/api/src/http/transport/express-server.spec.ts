import { once } from 'node:events';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import type { NextFunction, Request, Response } from 'express';
import { ExpressServer } from './express-server.js';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

const AT_ONCE = 3;

/** Sends some requests at once. @returns the messages as the last handler sees them */
async function messagesOf(server: Server): Promise<[Request, Response][]> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/path`;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => (await fetch(url, { method: 'POST', body: 'text' })).text()));
  await new Promise((resolve) => server.close(resolve));
  return seen;
}

const seen: [Request, Response][] = [];
const held: (() => void)[] = [];

/** Adds a field, as our own handlers do, and waits until all requests have come so far. */
function hold(request: Request, response: Response, next: NextFunction): void {
  Object.assign(request, { user: null });
  response.locals['origin'] = null;
  held.push(next);
  if (held.length === AT_ONCE) for (const goOn of held.splice(0)) goOn();
}

function answer(request: Request, response: Response): void {
  seen.push([request, response]);
  if (seen.length === AT_ONCE) for (const [, each] of seen) each.status(202).json({ host: request.get('Host') });
}

const areAlike = (messages: readonly object[]): boolean => messages.every((message) => haveSameClass(message, messages[0] as object));

describe('the messages of the server', () => {
  it('are of Express and of Node, and all requests have one hidden class, as all answers have', async () => {
    const server = new ExpressServer();
    server.use('/some', hold, answer);
    server.initHttpServer();
    const messages = await messagesOf(server.getHttpServer());
    expect(messages).toHaveLength(AT_ONCE);
    for (const [request, response] of messages) {
      expect(request).toBeInstanceOf(IncomingMessage);
      expect(response).toBeInstanceOf(ServerResponse);
      expect([request.path, response.statusCode]).toEqual(['/path', 202]);
    }
    expect([areAlike(messages.map(([request]) => request)), areAlike(messages.map(([, response]) => response))]).toEqual([true, true]);
  });
});
