import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepIdleConnections } from './idle-connections.js';

it('a connection stays open for longer than proxies keep theirs', async () => {
  const server = createServer((_request, response) => response.end());
  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve) => get({ port, headers: { connection: 'keep-alive' } }, resolve));
  answer.resume();
  expect(answer.headers['keep-alive']).toBe('timeout=75');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
