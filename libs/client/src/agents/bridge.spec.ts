import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bridge } from './bridge.js';

describe('the bridge for agents that speak no HTTP', () => {
  let server: Server;
  let received: { key: unknown; body: string }[];
  let answer: { status: number; body: string };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    received.push({ key: request.headers['x-api-key'], body: await text(request) });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      void receive(request, response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => {
    server.close();
  });
  beforeEach(() => {
    received = [];
  });

  async function carry(...lines: string[]): Promise<string[]> {
    const output = new PassThrough();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    await bridge({ url, apiKey: 'ck_live_x', input: Readable.from(lines.map((line) => `${line}\n`)), output });
    output.end();
    return (await text(output)).split('\n').filter((line) => line !== '');
  }

  it('sends each line with the key, and writes each answer on one line', async () => {
    answer = { status: 200, body: '{"jsonrpc":"2.0",\n"id":1,"result":{}}' };
    expect(await carry('{"jsonrpc":"2.0","id":1,"method":"ping"}', '')).toEqual(['{"jsonrpc":"2.0", "id":1,"result":{}}']);
    expect(received).toEqual([{ key: 'ck_live_x', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }]);
  });

  it('answers nothing to a message that wants no answer', async () => {
    answer = { status: 202, body: '' };
    expect(await carry('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toEqual([]);
    answer = { status: 500, body: 'broken' };
    expect(await carry('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toEqual([]);
  });

  it('tells the agent when the service refuses', async () => {
    answer = { status: 401, body: '{"error":"unauthorized"}' };
    const [line = ''] = await carry('{"jsonrpc":"2.0","id":7,"method":"ping"}');
    expect(JSON.parse(line)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32_000, message: 'the service answered 401: {"error":"unauthorized"}' },
    });
  });
});
