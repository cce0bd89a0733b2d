import type { IncomingMessage, ServerResponse } from 'node:http';
import { toJson } from './simulated-order.js';
import type { Answer, Call } from './simulator-call.js';

/** Reads a complete request. @param base the address of the server. */
export async function readCall(request: IncomingMessage, base: string): Promise<Call> {
  const url = new URL(request.url ?? '/', base);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const json = readBody(text, request.headers['content-type'] ?? '');
  return { method: request.method ?? 'GET', url, query: url.searchParams, headers: request.headers, json, text };
}

export function writeAnswer(response: ServerResponse, answer: Answer): void {
  const type = answer.page === undefined ? 'application/json' : 'text/html; charset=utf-8';
  response.writeHead(answer.status, { 'Content-Type': type, ...answer.headers });
  response.end(answer.page ?? (answer.body === undefined ? '' : toJson(answer.body)));
}

function readBody(text: string, type: string): Record<string, unknown> {
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
