import { batch, order } from '../../support/shop/builders.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

describe('POST /events', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  it('stores no personal data of an event and names what it left out', async () => {
    const data = {
      order_id: 'o-1',
      email: 'jane@shop.example',
      vorname: 'Jane',
      items: [{ sku: 's-1', name: 'Jane', quantity: 2 }],
      ip: '203.0.113.9',
    };
    const event = order({ event_id: 'e-1', data });
    const warnings = [
      expect.stringMatching(
        /^data has fields in 1 event that are not stored: email, ip, name, vorname left out\. Settings can allow names/,
      ),
    ];
    const dryRun = await shop.post('/events?dry_run=true', batch(event));
    expect(dryRun.body).toMatchObject({ accepted: 1, warnings });
    const sent = await shop.post('/events', batch(event));
    expect(sent.status).toBe(202);
    expect(sent.body).toMatchObject({ accepted: 1, warnings });
    const kept = { order_id: 'o-1', items: [{ sku: 's-1', quantity: 2 }] };
    expect(await shop.rows('events')).toMatchObject([{ data: kept }]);
    const again = await shop.post('/events', batch({ ...event, data: kept }));
    expect(again.body).toEqual({ accepted: 0, rejected: 0, duplicates: 1, results: [{ event_id: 'e-1', status: 'duplicate', index: 0 }] });
  });

  it('stores the further fields that the settings name, from the next event on, and leaves out personal values in them', async () => {
    const merchant = await merchantOf(system);
    const send = (id: string) =>
      merchant.shop.post(
        '/events',
        batch(order({ event_id: id, data: { channel: 'app', note: 'call jane@shop.example', gift: { wrap: true } } })),
      );
    expect((await send('e-1')).body.warnings).toEqual([expect.stringContaining('channel, gift, note left out')]);
    const allow = (names: string[]) => merchant.owner.call('PATCH', '/settings').send({ allowed_data_fields: names });
    const refused = await allow(['channel', 'iban']);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(
      /^allowed_data_fields holds "iban", which looks like personal data: .*bank numbers are never stored$/,
    );
    const allowed = await allow(['gift', 'channel', 'note', 'channel']);
    expect(allowed.body).toMatchObject({ allowed_data_fields: ['channel', 'gift', 'note'], job_id: null });
    expect((await send('e-2')).body.warnings).toEqual([expect.stringContaining('not stored: note, wrap left out')]);
    expect((await allow([])).body.allowed_data_fields).toEqual([]);
    expect((await send('e-3')).body.warnings).toEqual([expect.stringContaining('channel, gift, note left out')]);
    expect((await merchant.shop.rows<{ event_id: string; data: object }>('events')).map(({ event_id: id, data }) => [id, data])).toEqual(
      expect.arrayContaining([
        ['e-1', {}],
        ['e-2', { channel: 'app', gift: {} }],
        ['e-3', {}],
      ]),
    );
  });

  it('keeps the fields of one tenant from the events of another', async () => {
    const merchant = await merchantOf(system);
    await merchant.owner
      .call('PATCH', '/settings')
      .send({ allowed_data_fields: ['channel'] })
      .expect(200);
    expect((await shop.post('/events', batch(order({ data: { channel: 'app' } })))).body.warnings).toHaveLength(1);
  });

  it('shares the rule with the custom webhook and the upload of the dashboard', async () => {
    const merchant = await merchantOf(system);
    const secret = await system.webhookSecret(merchant.shop);
    const bodyOf = (id: string) => batch(order({ event_id: id, data: { order_id: id, surname: 'Doe' } }));
    const left = [expect.stringContaining('surname left out')];
    const body = JSON.stringify(bodyOf('signed'));
    const signature = sha256Signature(secret, body);
    expect((await merchant.shop.post('/webhooks/custom', body).set('X-Webhook-Signature', signature)).body.warnings).toEqual(left);
    expect((await merchant.owner.post('/dashboard/events', bodyOf('by-hand'))).body.warnings).toEqual(left);
    const stored = await merchant.shop.rows<{ event_id: string; data: object }>('events');
    expect(new Map(stored.map(({ event_id: id, data }) => [id, data]))).toEqual(
      new Map(['signed', 'by-hand'].map((id) => [id, { order_id: id }])),
    );
  });
});
