import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface BridgeOptions {
  /** URL of the service's `/mcp`. */
  readonly url: string;
  readonly apiKey: string;
  readonly input: Readable;
  readonly output: Writable;
}

/** The code that JSON-RPC has for an error of the server. */
const SERVER_ERROR = -32_000;
const TIMEOUT_MS = 60_000;

/**
 * Carries the Model Context Protocol between a program that speaks it over stdin and stdout, a message on each line, and the service, which
 * speaks it over HTTP. Resolves when the input has ended and everything is answered.
 */
export async function bridge({ url, apiKey, input, output }: BridgeOptions): Promise<void> {
  const open = new Set<Promise<void>>();
  const carry = async (line: string): Promise<void> => {
    const answer = await ask(url, apiKey, line);
    if (answer !== null) output.write(`${answer}\n`);
  };
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const answered = carry(line);
    open.add(answered);
    void answered.finally(() => open.delete(answered));
  }
  await Promise.all(open);
}

/** @returns the answer on one line; null for a message that wants none */
async function ask(url: string, apiKey: string, message: string): Promise<string | null> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'X-API-Key': apiKey };
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: message, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = (await answer.text()).trim();
    if (answer.ok) return text === '' ? null : text.replaceAll('\n', ' ');
    return failure(message, `the service answered ${answer.status}: ${text.slice(0, 500)}`);
  } catch (error) {
    return failure(message, `the service at ${url} does not answer: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function failure(message: string, text: string): string | null {
  const id = idOf(message);
  return id === undefined ? null : JSON.stringify({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message: text } });
}

/** @returns undefined for a message without an id, which wants no answer; null for one that is not JSON */
function idOf(message: string): string | number | null | undefined {
  try {
    return (JSON.parse(message) as { id?: string | number }).id;
  } catch {
    return null;
  }
}
