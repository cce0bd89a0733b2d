import { createServer } from 'node:net';
import { SELF_SIGNED } from '../../../test/support/http/self-signed.js';
import { answer, drip, hang, WebhookEndpoint } from '../../../test/support/webhooks/webhook-endpoint.js';
import { AddressGuard, resolveBySystem } from './address-guard.js';
import type { WebhookUrlRules } from './validate-webhook-url.js';
import { Sender, type SendResult } from './sender.js';

const RULES: WebhookUrlRules = { production: false, ports: [[1, 65_535]], openRanges: ['127.0.0.0/8'] };
const BODY = '{"event":"test"}';

describe('an attempt', () => {
  let endpoint: WebhookEndpoint;
  let sender: Sender;

  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
    sender = new Sender(RULES, new AddressGuard(RULES.openRanges));
  });
  afterEach(async () => {
    sender.close();
    await endpoint.stop();
  });

  const send = (url = endpoint.url, timeoutMs = 3000, by = sender): Promise<SendResult> =>
    by.send({ url, headers: { 'Content-Type': 'application/json', 'Content-Length': String(BODY.length) }, body: BODY, timeoutMs });

  it.each([200, 201, 202, 204, 299])('with status %i is a success', async (status) => {
    endpoint.behaviour = answer(status);
    expect(await send()).toMatchObject({ error: null, statusCode: status });
    expect(endpoint.received[0]?.body.toString()).toBe(BODY);
  });

  it.each([
    [300, 'redirect'],
    [301, 'redirect'],
    [304, 'redirect'],
    [307, 'redirect'],
    [400, 'http_4xx'],
    [404, 'http_4xx'],
    [410, 'http_4xx'],
    [429, 'http_4xx'],
    [500, 'http_5xx'],
    [503, 'http_5xx'],
    [599, 'http_5xx'],
  ])('with status %i fails with %s and follows no redirect', async (status, error) => {
    endpoint.behaviour = answer(status, { Location: `${endpoint.url}/elsewhere` });
    expect(await send()).toMatchObject({ error, statusCode: status });
    expect(endpoint.received).toHaveLength(1);
  });

  it('keeps the first 2 KB of the response, without unprintable characters', async () => {
    endpoint.behaviour = answer(500, {}, `no\u0000\u001b[31m${'x'.repeat(10_000)}`);
    const { responseBody } = await send();
    expect(responseBody?.startsWith('no\uFFFD\uFFFD[31mxxx')).toBe(true);
    expect(responseBody?.length).toBe(2048);
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1e9', null],
    ['', null],
  ])('reads the header Retry-After: %j', async (value, retryAfterMs) => {
    endpoint.behaviour = answer(503, { 'Retry-After': value });
    expect(await send()).toMatchObject({ retryAfterMs });
  });

  it.each([
    ['hangs', hang],
    ['drips', drip],
  ])('ends at its deadline when the endpoint %s', async (_what, behaviour) => {
    endpoint.behaviour = behaviour;
    const started = performance.now();
    expect(await send(endpoint.url, 400)).toMatchObject({ error: 'timeout', statusCode: null });
    expect(performance.now() - started).toBeLessThan(2500);
  });

  it('ends at its deadline when the server does not finish the handshake', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    for (const scheme of ['http', 'https']) expect(await send(`${scheme}://127.0.0.1:${port}/`, 300)).toMatchObject({ error: 'timeout' });
    silent.close();
  });

  it('reads no more of a huge response than it needs', async () => {
    let written = 0;
    endpoint.behaviour = (_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && written < 300e6 && response.write(Buffer.alloc(64 * 1024))) written += 64 * 1024;
      };
      response.on('drain', more);
      more();
    };
    expect(await send()).toMatchObject({ error: 'too_large', statusCode: 200 });
    expect(written).toBeLessThan(20e6);
  });

  it('fails when no server listens, or when the server hangs up', async () => {
    const { url } = endpoint;
    endpoint.behaviour = (_request, response) => void response.destroy();
    expect(await send()).toMatchObject({ error: 'connection_lost' });
    await endpoint.stop();
    expect(await send(url)).toMatchObject({ error: 'connection_refused' });
    endpoint = await WebhookEndpoint.start();
  });

  it('does not trust a self-signed certificate', async () => {
    const secure = await WebhookEndpoint.start(SELF_SIGNED);
    expect(await send(secure.url)).toMatchObject({ error: 'tls_error' });
    expect(await send(endpoint.url.replace('http:', 'https:'))).toMatchObject({ error: 'tls_error' });
    expect(secure.received).toEqual([]);
    await secure.stop();
  });

  it('reuses a connection, and copes when the endpoint has closed it', async () => {
    const ports = new Set<number | undefined>();
    endpoint.behaviour = ({ headers }, response) => {
      ports.add(response.socket?.remotePort);
      response.writeHead(200, headers['x-close'] === undefined ? {} : { Connection: 'close' }).end();
    };
    for (let i = 0; i < 5; i += 1) expect(await send()).toMatchObject({ error: null });
    expect(ports.size).toBe(1);
    endpoint.closeConnections();
    expect(await send()).toMatchObject({ error: null });
    expect(ports.size).toBe(2);
  });

  it('rejects when its signal aborts', async () => {
    endpoint.behaviour = hang;
    const giveUp = new AbortController();
    const sent = sender.send({ url: endpoint.url, headers: {}, body: BODY, timeoutMs: 5000, signal: giveUp.signal });
    setTimeout(() => giveUp.abort(), 100);
    await expect(sent).rejects.toThrow('aborted');
    await expect(sender.send({ url: endpoint.url, headers: {}, body: BODY, timeoutMs: 5000, signal: giveUp.signal })).rejects.toThrow(
      'aborted',
    );
  });

  it('does not use the proxy of the environment', async () => {
    process.env['http_proxy'] = process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
    try {
      expect(await send()).toMatchObject({ error: null });
    } finally {
      delete process.env['http_proxy'];
      delete process.env['HTTP_PROXY'];
    }
  });
});

describe('a host name', () => {
  let endpoint: WebhookEndpoint;
  beforeAll(async () => {
    endpoint = await WebhookEndpoint.start();
  });
  afterAll(() => endpoint.stop());

  const sendTo = async (name: string, addresses: readonly string[] | Error, rules: WebhookUrlRules): Promise<SendResult> => {
    const resolve = (): Promise<readonly string[]> => (addresses instanceof Error ? Promise.reject(addresses) : Promise.resolve(addresses));
    const sender = new Sender(rules, new AddressGuard(rules.openRanges, resolve));
    const result = await sender.send({ url: `http://${name}:${endpoint.port}/`, headers: {}, body: BODY, timeoutMs: 3000 });
    sender.close();
    return result;
  };
  const closed: WebhookUrlRules = { ...RULES, openRanges: [] };

  it.each([
    '127.0.0.1',
    '10.0.0.8',
    '169.254.169.254',
    '100.64.1.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1%eth0',
    'fd00::1',
  ])('that resolves to %s gets no connection', async (address) => {
    expect(await sendTo('shop.example', [address], closed)).toMatchObject({ error: 'blocked_address' });
  });

  it('with one address that is not public gets no connection', async () => {
    expect(await sendTo('shop.example', ['93.184.215.14', '127.0.0.1'], closed)).toMatchObject({ error: 'blocked_address' });
  });

  it('is checked at each attempt, even when it was allowed before', async () => {
    let address = '127.0.0.1';
    const rules: WebhookUrlRules = { ...RULES, openRanges: ['127.0.0.0/8'] };
    const sender = new Sender(rules, new AddressGuard(rules.openRanges, () => Promise.resolve([address])));
    const send = () =>
      sender.send({ url: `http://shop.example:${endpoint.port}/`, headers: { Connection: 'close' }, body: BODY, timeoutMs: 3000 });
    expect(await send()).toMatchObject({ error: null });
    address = '10.0.0.1';
    expect(await send()).toMatchObject({ error: 'blocked_address' });
    sender.close();
  });

  it('that does not exist fails with dns_error', async () => {
    const guard = new AddressGuard([], () => resolveBySystem('nobody.invalid'));
    const sender = new Sender(closed, guard);
    expect(await sender.send({ url: 'http://nobody.invalid/', headers: {}, body: BODY, timeoutMs: 8000 })).toMatchObject({
      error: 'dns_error',
    });
    sender.close();
  });

  it('of this machine is refused unless its network is open', async () => {
    const bySystem = (rules: WebhookUrlRules) => new Sender(rules, new AddressGuard(rules.openRanges, resolveBySystem));
    const url = `http://localhost:${endpoint.port}/`;
    const [shut, open] = [bySystem(closed), bySystem({ ...RULES, openRanges: ['127.0.0.0/8', '::1/128'] })];
    expect(await shut.send({ url, headers: {}, body: BODY, timeoutMs: 3000 })).toMatchObject({ error: 'blocked_address' });
    expect(await open.send({ url, headers: {}, body: BODY, timeoutMs: 3000 })).toMatchObject({ error: null });
    for (const each of [shut, open]) each.close();
  });
});
