import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Lets callers go in order when the process ends. Node closes connections that are idle when the server closes, and waits for all
 * others: a caller that keeps one busy would keep the process alive, and at its end be cut off in the middle.
 * @returns to be called before the server closes: from then on every answer is the last of its connection
 */
export function drainConnections(server: Server): () => void {
  const answering = new Set<ServerResponse>();
  let isDraining = false;
  // Before all other listeners, so that the header stands before anything is answered.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.setHeader('Connection', 'close');
    answering.add(response);
    response.once('close', () => {
      answering.delete(response);
      // Its headers may have gone out before, with the promise to keep the connection.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    isDraining = true;
    for (const response of answering) if (!response.headersSent) response.setHeader('Connection', 'close');
  };
}
