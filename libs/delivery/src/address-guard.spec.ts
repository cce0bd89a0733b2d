import { NameServer } from '../../../test/support/http/name-server.js';
import { WebhookEndpoint } from '../../../test/support/webhooks/webhook-endpoint.js';
import { AddressGuard, resolveByDns } from './address-guard.js';
import { Sender } from './sender.js';

describe('names that DNS tells of', () => {
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

  it('are connected to by their addresses when these are public', async () => {
    expect(await guard().addressesOf('public.example')).toEqual(['93.184.215.14']);
  });

  it('are refused when they lead inside, unless that network is open', async () => {
    await expect(guard().addressesOf('inside.example')).rejects.toThrow('resolves to 10.0.0.8');
    expect(await guard(['10.0.0.0/16']).addressesOf('inside.example')).toEqual(['10.0.0.8']);
  });

  it('lead a webhook there, over the connection that was judged', async () => {
    const receiver = await WebhookEndpoint.start();
    const sender = new Sender({ production: false, ports: [[1, 65_535]], openRanges: [] }, guard(['127.0.0.0/8']));
    const url = `http://here.example:${receiver.port}/`;
    expect(await sender.send({ url, headers: {}, body: '{}', timeoutMs: 3000 })).toMatchObject({ error: null });
    expect(receiver.received[0]?.headers.host).toBe(`here.example:${receiver.port}`);
    const careful = new Sender({ production: false, ports: [[1, 65_535]], openRanges: [] }, guard());
    expect(await careful.send({ url, headers: {}, body: '{}', timeoutMs: 3000 })).toMatchObject({ error: 'blocked_address' });
    for (const each of [sender, careful]) each.close();
    await receiver.stop();
  });

  it('are not found when nobody knows them, and not waited for longer than the attempt', async () => {
    await expect(guard().addressesOf('nobody.example')).rejects.toThrow('no address found');
    const sender = new Sender({ production: false, ports: [[1, 65_535]], openRanges: [] }, guard());
    const started = performance.now();
    expect(await sender.send({ url: 'http://slow.example/', headers: {}, body: '{}', timeoutMs: 300 })).toMatchObject({ error: 'timeout' });
    expect(performance.now() - started).toBeLessThan(2000);
    sender.close();
  });

  it('are asked for before an address is saved, and given the benefit of the doubt', async () => {
    expect(await guard().isBlocked('https://inside.example/hooks')).toBe(true);
    expect(await guard(['10.0.0.0/8']).isBlocked('https://inside.example/hooks')).toBe(false);
    for (const name of ['public', 'nobody', 'slow']) expect(await guard().isBlocked(`https://${name}.example/hooks`)).toBe(false);
  });
});
