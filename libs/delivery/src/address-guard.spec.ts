import { NameServer } from '../../../test/support/http/name-server.js';
import { WebhookEndpoint } from '../../../test/support/webhooks/webhook-endpoint.js';
import { AddressGuard, resolveByDns } from './address-guard.js';
import { Sender } from './sender.js';

describe('host names in DNS', () => {
  let names: NameServer;
  beforeAll(async () => {
    names = await NameServer.start({
      'public.example': '93.184.215.14',
      'inside.example': '10.0.0.8',
      'here.example': '127.0.0.1',
      'slow.example': '',
    });
  });
  afterAll(() => names.stop());

  const guard = (open: readonly string[] = []): AddressGuard => new AddressGuard(open, resolveByDns([names.address]));

  it('resolve to their public addresses', async () => {
    expect(await guard().addressesOf('public.example')).toEqual(['93.184.215.14']);
  });

  it('are refused when they resolve to a private address, unless that network is open', async () => {
    await expect(guard().addressesOf('inside.example')).rejects.toThrow('resolves to 10.0.0.8');
    expect(await guard(['10.0.0.0/16']).addressesOf('inside.example')).toEqual(['10.0.0.8']);
  });

  it('carry a webhook over the connection whose address was checked', async () => {
    const endpoint = await WebhookEndpoint.start();
    const sender = new Sender({ production: false, ports: [[1, 65_535]], openRanges: [] }, guard(['127.0.0.0/8']));
    const url = `http://here.example:${endpoint.port}/`;
    expect(await sender.send({ url, headers: {}, body: '{}', timeoutMs: 3000 })).toMatchObject({ error: null });
    expect(endpoint.received[0]?.headers.host).toBe(`here.example:${endpoint.port}`);
    const careful = new Sender({ production: false, ports: [[1, 65_535]], openRanges: [] }, guard());
    expect(await careful.send({ url, headers: {}, body: '{}', timeoutMs: 3000 })).toMatchObject({ error: 'blocked_address' });
    for (const each of [sender, careful]) each.close();
    await endpoint.stop();
  });

  it('fail when they do not exist, and a slow lookup ends with the attempt', async () => {
    await expect(guard().addressesOf('nobody.example')).rejects.toThrow('no address found');
    const sender = new Sender({ production: false, ports: [[1, 65_535]], openRanges: [] }, guard());
    const started = performance.now();
    expect(await sender.send({ url: 'http://slow.example/', headers: {}, body: '{}', timeoutMs: 300 })).toMatchObject({ error: 'timeout' });
    expect(performance.now() - started).toBeLessThan(2000);
    sender.close();
  });

  it('are looked up before a URL is saved, and pass when the lookup gives no answer', async () => {
    expect(await guard().isBlocked('https://inside.example/hooks')).toBe(true);
    expect(await guard(['10.0.0.0/8']).isBlocked('https://inside.example/hooks')).toBe(false);
    for (const name of ['public', 'nobody', 'slow']) expect(await guard().isBlocked(`https://${name}.example/hooks`)).toBe(false);
  });
});
