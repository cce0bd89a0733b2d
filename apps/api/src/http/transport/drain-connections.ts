import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Ends connections in an orderly way at shutdown. When the server closes, Node closes idle connections and waits for all
 * others. A caller that keeps a connection busy would keep the process alive, and lose a request when it is killed.
 * @returns a function to call before the server closes. After it, every answer is the last on its connection
 */
export function drainConnections(server: Server): () => void {
  const answering = new Set<ServerResponse>();
  let isDraining = false;
  // Runs before all other listeners, so that the header is set before any answer begins.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.setHeader('Connection', 'close');
    answering.add(response);
    response.once('close', () => {
      answering.delete(response);
      // Its headers may already be sent, with the promise to keep the connection.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    isDraining = true;
    for (const response of answering) if (!response.headersSent) response.setHeader('Connection', 'close');
  };
}
