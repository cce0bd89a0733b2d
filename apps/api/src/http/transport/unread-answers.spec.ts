import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endUnreadAnswers, type UnreadLimits } from './unread-answers.js';

/** More than the system takes for a connection of this machine. */
const LARGE = 'x'.repeat(24 * 2 ** 20);

describe('an answer that nobody reads', () => {
  let server: Server;
  const sockets: Socket[] = [];
  /** Connections that the server has. */
  const open = (): Promise<number> => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

  const start = async (limits: UnreadLimits): Promise<void> => {
    server = createServer((request, response) => {
      if (request.url !== '/stream') response.end(LARGE);
      else response.write(LARGE);
    });
    endUnreadAnswers(server, limits);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  };
  const ask = (path: string): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return socket.pause();
  };
  const openAtMost = async (most: number): Promise<void> => {
    for (let i = 0; i < 60 && (await open()) > most; i += 1) await sleep(50);
    expect(await open()).toBeLessThanOrEqual(most);
  };

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(['/', '/stream'])('ends its connection in time: %s', async (path) => {
    await start({ mostMs: 300, mostBytes: 1e9 });
    ask(path);
    await sleep(100);
    expect(await open()).toBe(1);
    await openAtMost(0);
  });

  it('ends its connection although the caller reads a little now and then', async () => {
    await start({ mostMs: 500, mostBytes: 1e9 });
    const socket = ask('/');
    const trickle = setInterval(() => socket.read(1000), 50);
    await sleep(200);
    expect(await open()).toBe(1);
    await openAtMost(0);
    clearInterval(trickle);
  });

  it('ends the oldest connections above the bytes', async () => {
    await start({ mostMs: 60_000, mostBytes: 3 * LARGE.length });
    for (let i = 0; i < 10; i += 1) ask('/');
    await sleep(200);
    await openAtMost(3);
    expect(await open()).toBeGreaterThan(0);
  });

  it('does not keep those behind it on the same connection from a caller that reads', async () => {
    await start({ mostMs: 10_000, mostBytes: 3 * LARGE.length });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket.on('data', () => undefined));
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5));
    for (let i = 0; i < 100 && socket.bytesRead < 5 * LARGE.length; i += 1) await sleep(50);
    expect(socket.bytesRead).toBeGreaterThan(5 * LARGE.length);
  });

  it('does not touch callers that read', async () => {
    await start({ mostMs: 10_000, mostBytes: 2 * LARGE.length });
    const text = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/small`);
    expect((await text.text()).length).toBe(LARGE.length);
  });
});
