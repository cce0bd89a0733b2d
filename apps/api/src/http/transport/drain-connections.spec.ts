import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainConnections } from './drain-connections.js';

describe('a server that shuts down', () => {
  let server: Server;
  let drain: () => void;
  let waiting: ServerResponse[];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeEach(async () => {
    waiting = [];
    server = createServer((_request, response) => void waiting.push(response));
    drain = drainConnections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });
  afterAll(() => agent.destroy());

  const ask = async (): Promise<IncomingMessage> => {
    const { port } = server.address() as AddressInfo;
    const [response] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
    response.resume();
    return response;
  };

  async function arrived(): Promise<ServerResponse> {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return waiting.pop() as ServerResponse;
  }

  it('finishes its running answers and closes the other connections', async () => {
    const before = ask();
    (await arrived()).end('kept');
    expect((await before).headers.connection).toBe('keep-alive');
    const during = ask();
    const response = await arrived();
    drain();
    const closed = once(server.close(), 'close');
    response.end('finished');
    expect((await during).headers.connection).toBe('close');
    await closed;
  });

  it('waits for an answer that has begun, and then closes its connection', async () => {
    const begun = ask();
    const response = await arrived();
    response.writeHead(200).write('begun');
    await begun;
    drain();
    const closed = once(server.close(), 'close');
    response.end('finished');
    await closed;
    expect(server.listening).toBe(false);
  });

  it('accepts requests while it drains, each as the last one of its connection', async () => {
    drain();
    const late = ask();
    (await arrived()).end();
    expect((await late).headers.connection).toBe('close');
  });
});
