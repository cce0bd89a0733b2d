import type { Server } from 'node:http';
import { SECOND_MS } from '#libs/core';

/** Longer than proxies and the pools of clients usually keep a connection, which is 60 s. Node's own default is 5 s. */
const IDLE_MS = 75 * SECOND_MS;

/**
 * Lets callers end idle connections before we do. A request that comes on a connection at the moment when we close it is lost, and proxies do
 * not send a POST again: they answer 502.
 */
export function keepIdleConnections(server: Server): void {
  server.keepAliveTimeout = IDLE_MS;
}
