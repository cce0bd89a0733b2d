import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

let system: ChurnSystem;
let calls: DocumentedCalls;
let merchant: Merchant;

beforeAll(async () => {
  system = await ChurnSystem.start();
  calls = await DocumentedCalls.load(system.api.url);
}, 60_000);
afterAll(() => system.stop());
beforeEach(async () => {
  merchant = await merchantOf(system);
});

const patch = (body: object) => merchant.owner.call('PATCH', '/settings/webhook').send(body);
const read = async (): Promise<Record<string, unknown>> => (await calls.taken(merchant.owner.get('/settings/webhook'))).body;

const BEGINNING = {
  url: null,
  enabled: true,
  disabled_reason: null,
  secret_set: false,
  secret_hint: null,
  secret_created_at: null,
  previous_secret_expires_at: null,
  event_types: ['customer.churn_score.changed', 'customer.high_risk.detected'],
  score_delta_threshold: null,
  last_success_at: null,
  last_failure_at: null,
  consecutive_failures: 0,
  pending_count: 0,
  dead_letter_count: 0,
};

describe('the webhook settings', () => {
  it('can be read, changed in part and reset', async () => {
    expect(await read()).toEqual(BEGINNING);
    const input = { enabled: false, event_types: ['customer.high_risk.detected'], score_delta_threshold: 0.05 };
    const { body } = await calls.taken(patch({ url: 'https://EXAMPLE.com:443/hooks#here', ...input }));
    expect(body).toEqual({ ...BEGINNING, url: 'https://example.com/hooks', ...input });
    expect(await read()).toEqual(body);
    await calls.taken(patch({ url: null, enabled: true, score_delta_threshold: null }));
    expect(await read()).toEqual({ ...BEGINNING, event_types: input.event_types });
    expect((await calls.taken(patch({}))).body).toMatchObject({ url: null });
    const withOverdue = [...BEGINNING.event_types, 'customer.order_overdue'];
    await calls.taken(patch({ event_types: withOverdue }));
    expect(await read()).toEqual({ ...BEGINNING, event_types: withOverdue });
  });

  it.each([
    ['not_a_url', ['shop.example.com', '', 'https://']],
    ['scheme', ['ftp://example.com', 'javascript:alert(1)']],
    ['user_info', ['https://ada:hunter2@example.com']],
    ['port', ['https://example.com:22']],
    ['blocked_address', ['http://127.0.0.1', 'http://2130706433', 'http://[::ffff:7f00:1]', 'http://169.254.169.254/latest']],
    ['too_long', [`https://example.com/${'x'.repeat(3000)}`]],
  ])('refuse a URL that breaks the rule %s, and name the rule', async (code, urls) => {
    for (const url of urls) {
      const { body, text } = await calls.refused(patch({ url }), 400, 'validation_error');
      expect(body.details).toEqual([{ field: 'url', code, message: expect.stringMatching(/^url /) }]);
      expect(text).not.toMatch(/hunter2|xxxx/);
    }
    expect(await read()).toEqual(BEGINNING);
  });

  it('allow plain HTTP for testing, but not in production', async () => {
    await calls.taken(patch({ url: 'http://example.com/hooks' }));
    const production = await system.startAnother('api', { NODE_ENV: 'production', PASSWORD_HASH_COST: '10' });
    const answer = await fetch(`${production.url}/settings/webhook`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${merchant.owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'http://example.com/hooks' }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field: 'url', code: 'scheme' }] }]);
    await production.stop();
  });

  it.each([
    ['url', [5, true, [], {}]],
    ['enabled', ['true', 1]],
    ['event_types', [[], ['customer.erased'], ['retention.campaign.sent'], 'customer.high_risk.detected', [null],
      ['customer.high_risk.detected', 'customer.high_risk.detected']]],
    ['score_delta_threshold', [0, 1.1, -0.1, 0.00001, '0.1', true]],
    ['disabled_reason', ['x']],
    ['secret', ['whsec_x']],
    ['consecutive_failures', [0]],
    ['tenant_id', ['0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b']],
  ] as [string, unknown[]][])('are not changed by a wrong %s, and the answer names it', async (field, values) => {
    for (const value of values) {
      const { body } = await calls.refused(patch({ [field]: value }), 400, 'validation_error');
      expect(body.details).toEqual([expect.objectContaining({ field })]);
    }
    expect(await read()).toEqual(BEGINNING);
  }); // prettier-ignore

  it('show an endpoint that the service disabled, and another URL or enabled: true enables it again', async () => {
    const switchedOff = async (): Promise<void> => {
      await system.owner.query(`UPDATE destinations SET enabled = false, disabled_reason = 'gone' WHERE tenant_id = $1`, [
        merchant.owner.tenantId,
      ]);
    };
    await patch({ url: 'https://example.com/a' });
    await switchedOff();
    expect(await read()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect((await patch({ event_types: ['customer.high_risk.detected'] })).body).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect((await patch({ url: 'https://example.com/b' })).body).toMatchObject({ enabled: true, disabled_reason: null });
    await switchedOff();
    expect((await patch({ enabled: true })).body).toMatchObject({ enabled: true, disabled_reason: null });
    // An endpoint that the shop disabled itself stays disabled.
    await patch({ enabled: false });
    expect((await patch({ url: 'https://example.com/c' })).body).toMatchObject({ enabled: false, disabled_reason: null });
  });
});

describe('the webhook secret', () => {
  const rotate = (body?: object) => merchant.owner.post('/settings/webhook/secret', body);

  it('is shown once, works, and is identified by its first characters', async () => {
    const { body, headers } = await calls.taken(rotate(), 201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: expect.any(String),
      previous_secret_expires_at: null,
    });
    const events = JSON.stringify(batch(order()));
    await merchant.shop.post('/webhooks/custom', events).set('X-Webhook-Signature', sha256Signature(body.secret, events)).expect(202);
    expect(await read()).toMatchObject({ secret_set: true, secret_hint: body.secret.slice(6, 10), secret_created_at: body.created_at });
    expect(JSON.stringify(await read())).not.toContain(body.secret.slice(10));
  });

  it('stays valid next to the new secret for a day, or for the requested time', async () => {
    await rotate();
    const { body: second } = await calls.taken(rotate(), 201);
    expect(Date.parse(second.previous_secret_expires_at) - Date.parse(second.created_at)).toBe(24 * 3_600_000);
    expect(await read()).toMatchObject({ previous_secret_expires_at: second.previous_secret_expires_at });
    const { body: third } = await calls.taken(rotate({ grace_period_hours: 0 }), 201);
    expect(third.previous_secret_expires_at).toBe(third.created_at);
    expect(await read()).toMatchObject({ previous_secret_expires_at: null });
    const events = JSON.stringify(batch(order()));
    const signedWith = async (secret: string): Promise<number> =>
      (await merchant.shop.post('/webhooks/custom', events).set('X-Webhook-Signature', sha256Signature(secret, events))).status;
    expect([await signedWith(second.secret), await signedWith(third.secret)]).toEqual([401, 202]);
  });

  it.each([[169], [-1], ['24']])('cannot be created with a grace period of %j', async (grace_period_hours) => {
    await calls.refused(rotate({ grace_period_hours }), 400, 'validation_error');
  });

  it('can be created by owners only', async () => {
    await calls.refused((await memberOf(system)).post('/settings/webhook/secret'), 403, 'forbidden');
  });
});
