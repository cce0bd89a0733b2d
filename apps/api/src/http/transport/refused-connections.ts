import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, SECOND_MS } from '#libs/core';
import { toErrorBody } from '../errors/error.filter.js';

/** Time limits for the request line with the headers, and for the whole request. The largest body needs 4.5 Mbit/s to arrive in time. */
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS;
const CHECK_EVERY_MS = SECOND_MS;
/** Node's error codes of requests that never reach a handler (its manual, "Errors"). */
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

/** Sends the error body also for requests that Node refuses before any handler runs, and ends slow requests. */
export function answerRefusedConnections(server: Server): void {
  Object.assign(server, {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    // Node would answer this request without a body. We send it through the usual error handling.
    requireHostHeader: false,
  });
  const latest = new WeakMap<Socket, Exchange>();
  server.on('request', (request, response) => latest.set(request.socket, { request, response }));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket, latest.get(socket)));
  // A server may ignore an unknown expectation (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response));
}

function refuse(error: NodeJS.ErrnoException, socket: Socket, latest: Exchange | undefined): void {
  // The refusal must not look like the answer to a complete earlier request, or follow an answer that has begun.
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
