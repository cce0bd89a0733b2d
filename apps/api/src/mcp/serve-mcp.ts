import type { Server } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import { json, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { AppError } from '#libs/core';
import { type ApiKeys, bearerOf, type Caller, type CallersKey, noKey, type RateLimitGuard } from '#libs/guards';
import { requestIdOf } from '../http/request/request-context.js';
import { type ApiCall, callApi } from './call-api.js';
import { mcpServer } from './mcp-server.js';
import { type DocsSection } from './search-docs.js';
import { operationOf } from './tool-schemas.js';
import { TOOLS } from './tools.js';

const LARGEST_BODY = '256kb';

interface McpParts {
  /** Serves the API, which the tools call. */
  readonly server: Server;
  readonly document: OpenAPIObject;
  readonly prefix: string;
  readonly keys: ApiKeys;
  readonly limiter: RateLimitGuard;
  readonly perAddress: number;
  /** Origins of pages that may call; programs send none. */
  readonly allowedOrigins: readonly string[];
  readonly search: (query: string) => DocsSection[];
}

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions: each POST is answered by itself. A caller shows an API key, as
 * `X-API-Key` or as a bearer token. Every tool is a call of the API with that key.
 */
export function serveMcp(parts: McpParts): RequestHandler[] {
  const { server: apiServer, document, prefix, search } = parts;
  const tools = TOOLS.map((tool) => ({ ...tool, ...operationOf(document, prefix, tool) }));
  const answer = async (request: Request, response: Response): Promise<void> => {
    const { key, scope } = keys.get(request) ?? raise(noKey());
    const left = new AbortController();
    const agent = { message: request, key, requestId: requestIdOf(response), signal: left.signal };
    const call = { scope, call: (each: ApiCall) => callApi(apiServer, agent, each) };
    const server = mcpServer(tools, call, { prefix, version: document.info.version, search });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => {
      left.abort();
      void server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
  const keys = new WeakMap<Request, CallersKey & { readonly key: string }>();
  const admit = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    // Metrics and logs name the route.
    request.route = { path: '/mcp' };
    requirePost(request, response);
    requireOrigin(request, parts.allowedOrigins);
    const { key, caller } = await identify(request, response, parts);
    request.user = caller;
    await parts.limiter.countMessage(caller, response);
    keys.set(request, { ...caller.key, key });
    next();
  };
  return [admit, json({ limit: LARGEST_BODY }), requireOneMessage, answer];
}

function requirePost({ method }: Request, response: Response): void {
  if (method === 'POST') return;
  response.setHeader('Allow', 'POST');
  throw new AppError('method_not_allowed', `${method} is not served here: the protocol works by POST, without sessions`);
}

/** A page of another site may not call with a key that a program of this machine holds. */
function requireOrigin({ headers: { origin } }: Request, allowed: readonly string[]): void {
  if (origin !== undefined && !allowed.includes(origin))
    throw new AppError('forbidden', `the origin ${origin.slice(0, 100)} is not allowed`);
}

async function identify(
  request: Request,
  response: Response,
  { keys, limiter, perAddress }: McpParts,
): Promise<{ readonly key: string; readonly caller: Caller & { readonly key: CallersKey } }> {
  const key = request.get('x-api-key') ?? bearerOf(request) ?? '';
  const caller = key === '' ? null : await keys.callerOf(key, request.ip);
  if (caller?.key !== undefined) return { key, caller: { ...caller, key: caller.key } };
  await limiter.countPage(request, response, perAddress);
  response.setHeader('WWW-Authenticate', 'Bearer');
  throw noKey();
}

/** Newer versions of the protocol have no batches, and each message counts in the limits. The library must not read the body itself. */
function requireOneMessage({ body }: Request, _response: Response, next: NextFunction): void {
  const isMessage = typeof body === 'object' && body !== null;
  if (!isMessage) next(new AppError('unsupported_media_type', 'send one JSON object, with the Content-Type application/json'));
  else next(Array.isArray(body) ? new AppError('validation_error', 'the body is a list: send one message per request') : undefined);
}

function raise(error: Error): never {
  throw error;
}
