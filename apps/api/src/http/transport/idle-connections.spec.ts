import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepIdleConnections } from './idle-connections.js';

describe('an idle connection', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer((_request, response) => response.end());
    keepIdleConnections(server, 2);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Sends a request over a new connection. @returns the time in the answer for which the connection stays open */
  async function connect(): Promise<unknown> {
    const { port } = server.address() as AddressInfo;
    const answer = await new Promise<IncomingMessage>((resolve) => get({ port, agent: new Agent({ keepAlive: true }) }, resolve));
    answer.resume();
    return answer.headers['keep-alive'];
  }

  it('stays open for longer than proxies keep theirs', async () => {
    expect(await connect()).toBe('timeout=75');
  });

  it('stays open for a short time while there are very many', async () => {
    expect([await connect(), await connect(), await connect()]).toEqual(['timeout=75', 'timeout=75', 'timeout=5']);
    server.closeAllConnections();
    await new Promise(setImmediate);
    expect(await connect()).toBe('timeout=75');
  });
});
