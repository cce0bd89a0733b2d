import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, SECOND_MS } from '#libs/core';
import { toErrorBody } from './error.filter.js';

/** Time for the request line and the headers, and for the whole request. The largest body needs 4.5 Mbit/s to arrive in time. */
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS;
const CHECK_EVERY_MS = SECOND_MS;

/** What Node calls the requests that never reach a handler (its manual, "Errors"). */
const REFUSALS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the request line and the headers together are larger than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    `the headers did not arrive within ${HEADERS_TIMEOUT_MS / SECOND_MS} s, or the whole request within ${REQUEST_TIMEOUT_MS / SECOND_MS} s`,
  ],
};
const NOT_HTTP = ['400 Bad Request', 'the request is not valid HTTP'] as const;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Gives the error body also to those whose request Node refuses before there is one, and an end to those that send slowly. */
export function answerRefusedConnections(server: Server): void {
  Object.assign(server, {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    // Node answers such a request without a body; ours goes the way of all others.
    requireHostHeader: false,
  });
  const latest = new WeakMap<Socket, Exchange>();
  server.on('request', (request, response) => latest.set(request.socket, { request, response }));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket, latest.get(socket)));
  // An expectation that nobody knows may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response));
}

function refuse(error: NodeJS.ErrnoException, socket: Socket, latest: Exchange | undefined): void {
  // The refusal must not be taken for the answer to a request that came whole, nor follow one that has begun.
  const answering = latest !== undefined && !latest.response.writableFinished && (latest.request.complete || latest.response.headersSent);
  if (!socket.writable || error.code === 'ECONNRESET' || answering) {
    socket.destroy();
    return;
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? NOT_HTTP;
  const requestId = randomUUID();
  const body = JSON.stringify(toErrorBody(new AppError('validation_error', message), requestId));
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
