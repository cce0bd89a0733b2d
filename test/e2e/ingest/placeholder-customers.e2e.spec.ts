import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, order } from '../../support/shop/builders.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

const NIL = '00000000-0000-0000-0000-000000000000';

describe('A customer_id that shops send for everyone without an account', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());

  it('is taken, because ids are free, and named in the answer and at the customer', async () => {
    const shop = await system.shop();
    const ids = ['guest', 'Anonymous', '0', 'null', 'undefined', NIL, 'noemail@shop.example'];
    const { body, status } = await shop.post('/events', batch(...[...ids, 'c-1', '10'].map((id) => order({ customer_id: id }))));
    expect([status, body.accepted]).toEqual([202, 9]);
    expect(body.warnings).toEqual([
      `customer_id in 7 events looks like a placeholder: ${ids
        .map((id) => JSON.stringify(id))
        .toSorted()
        .join(', ')}. All events with one customer_id are one customer: send the id of the person, or leave guests out`,
    ]);
    await shop.settled();
    expect((await shop.churnOf('guest')).warnings).toEqual([expect.stringContaining('looks like a placeholder')]);
    expect((await shop.churnOf('c-1')).warnings).toEqual([]);
  });

  it('is named also when a program wrote an object in its place', async () => {
    const shop = await system.shop();
    const { body } = await shop.post('/events', batch(order({ customer_id: '[object Object]' })));
    expect(body.warnings).toEqual([expect.stringContaining('looks like a placeholder: "[object Object]"')]);
  });

  it('is named without a word of it when it is the e-mail address of a person', async () => {
    const shop = await system.shop();
    const { body } = await shop.post('/events', batch(order({ customer_id: 'jane@shop.example' }), order({ customer_id: 'a@b' })));
    expect(body.accepted).toBe(2);
    expect(body.warnings).toEqual([expect.stringMatching(/^customer_id in 1 event is an e-mail address: send an identifier/)]);
  });

  it('is named by the custom webhook, the upload of the dashboard and a dry run, too', async () => {
    const merchant = await merchantOf(system);
    const secret = await system.webhookSecret(merchant.shop);
    const named = [expect.stringContaining('looks like a placeholder: "guest"')];
    const body = JSON.stringify(batch(order({ customer_id: 'guest' })));
    const signed = merchant.shop.post('/webhooks/custom', body).set('X-Webhook-Signature', sha256Signature(secret, body));
    expect((await signed).body.warnings).toEqual(named);
    expect((await merchant.owner.post('/dashboard/events', batch(order({ customer_id: 'guest' })))).body.warnings).toEqual(named);
    expect((await merchant.shop.post('/events?dry_run=true', batch(order({ customer_id: 'guest' })))).body.warnings).toEqual(named);
  });
});
