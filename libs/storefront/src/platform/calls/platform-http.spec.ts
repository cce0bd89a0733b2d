import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { AddressGuard } from '#libs/delivery';
import { PlatformHttp } from './platform-http.js';

describe('a call to a platform', () => {
  let server: Server;
  let http: PlatformHttp;
  let answer = '';

  beforeAll(async () => {
    server = createServer((_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(answer)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const rules = { production: false, ports: [], openRanges: ['127.0.0.0/8'] };
    http = new PlatformHttp(rules, new AddressGuard(rules.openRanges), 10_000);
  });
  afterAll(async () => {
    http.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const call = () => http.call({ method: 'GET', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  const listOf = (values: number): string => `[${Array.from({ length: values }, () => '{}').join()}]`;

  it('refuses an answer that takes far more memory than bytes', async () => {
    answer = listOf(100_000);
    expect(await call()).toMatchObject({ kind: 'answered', text: answer });
    answer = listOf(200_000);
    expect(await call()).toEqual({ kind: 'unreachable', error: 'too_large' });
    answer = '['.repeat(200) + ']'.repeat(200);
    expect(await call()).toEqual({ kind: 'unreachable', error: 'too_large' });
  });

  it('refuses an answer above eight megabytes, however small it was on the way', async () => {
    answer = JSON.stringify('x'.repeat(9 * 2 ** 20));
    expect(await call()).toEqual({ kind: 'unreachable', error: 'too_large' });
  });
});
