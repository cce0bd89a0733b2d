import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND_MS } from '#libs/core';

/** Longer than proxies and the pools of clients usually keep a connection, which is 60 s. */
const IDLE_MS = 75 * SECOND_MS;
/** Node's own default. */
const SHORT_IDLE_MS = 5 * SECOND_MS;
/** A connection takes about 25 KiB. With more open connections than this, all of them get the short idle time. */
const MOST_OPEN = 2000;

/**
 * Lets callers end idle connections before we do. A request that comes on a connection at the moment when we close it is lost, and proxies do
 * not send a POST again: they answer 502.
 */
export function keepIdleConnections(server: Server, most = MOST_OPEN): void {
  let open = 0;
  const change = (by: 1 | -1): void => {
    open += by;
    server.keepAliveTimeout = open > most ? SHORT_IDLE_MS : IDLE_MS;
  };
  server.on('connection', (socket: Socket) => {
    change(1);
    socket.once('close', () => change(-1));
  });
}
