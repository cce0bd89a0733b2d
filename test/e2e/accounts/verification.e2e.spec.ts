import request, { type Test } from 'supertest';
import { wooCommerceCustomer } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { Person } from '../../support/people/person.js';
import { hmac } from '../../support/storefront/connected-shop.js';
import { totpCode } from '../../support/people/totp.js';
import { moved } from '../../support/waiting/moved.js';

describe('an e-mail address', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.start({ DASHBOARD_URL: 'https://app.example.com/churn' });
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  const verify = (token: string, { password }: Pick<Person, 'password'>): Test =>
    request(system.api.url).post('/auth/verify-email').send({ token, password });
  const tokenOf = (person: Person, count = 1): Promise<string> => system.mailbox.verificationTokenTo(person.email, count);
  const isVerified = async (person: Person): Promise<boolean> => (await person.get('/auth/me')).body.user.email_verified as boolean;
  const invite = (person: Person): Test => person.post('/members/invitations', { email: `grace-${Math.random()}@example.com` });
  const send = (apiKey: string): Test => request(system.api.url).post('/events').set('X-API-Key', apiKey).send(batch(order()));

  /** Chooses a new password with a mailed link, as the owner of the mailbox can. */
  async function reset(person: Person, password = 'quite another one'): Promise<void> {
    await request(system.api.url).post('/auth/forgot-password').send({ email: person.email }).expect(202);
    const token = await system.mailbox.tokenTo(person.email);
    await calls.taken(request(system.api.url).post('/auth/reset-password').send({ token, password }));
  }

  it('is verified by the link in a mail, which works once and without a sign-in', async () => {
    const ada = await system.registerUnverified();
    expect(ada.signedIn.user.email_verified).toBe(false);
    const [mail] = await system.mailbox.verificationsTo(ada.email);
    expect(mail?.body.split('https://app.example.com/churn/verify-email#token=')).toHaveLength(3);
    const token = await tokenOf(ada);
    await calls.taken(verify(token, ada));
    expect(await isVerified(ada)).toBe(true);
    expect((await ada.again()).signedIn.user.email_verified).toBe(true);
    await calls.refused(verify(token, ada), 400, 'validation_error');
    const { body } = await ada.get('/audit-log');
    expect(body.data.map(({ action }: { action: string }) => action)).toContain('user.email_verified');
  });

  it('is not verified by the owner of the mailbox, who does not know the password of a stranger that registered it', async () => {
    const eve = await system.registerUnverified();
    const token = await tokenOf(eve);
    const { body } = await calls.refused(verify(token, { password: 'a guess of Ada' }), 400, 'validation_error');
    expect(body.details).toEqual([expect.objectContaining({ field: 'password', code: 'wrong' })]);
    await calls.refused(request(system.api.url).post('/auth/verify-email').send({ token }), 400, 'validation_error');
    expect(await isVerified(eve)).toBe(false);
    await calls.taken(verify(token, eve));
  });

  it('is not verified by a link that is older than 24 hours, was never sent, or was meant for a new password', async () => {
    const ada = await system.registerUnverified();
    const old = await tokenOf(ada);
    const { rows } = await system.owner.query<{ s: string }>(
      `UPDATE mailed_links SET expires_at = now() - interval '1 s' WHERE tenant_id = $1 RETURNING extract(epoch FROM expires_at - created_at) AS s`,
      [ada.tenantId],
    );
    expect(rows).toHaveLength(1);
    await request(system.api.url).post('/auth/forgot-password').send({ email: ada.email });
    for (const token of [old, 'x', 'x'.repeat(86), await system.mailbox.tokenTo(ada.email)]) {
      await calls.refused(verify(token, ada), 400, 'validation_error');
    }
    expect(await isVerified(ada)).toBe(false);
  });

  it('can get another link, at most five times a day, and none once it is verified', async () => {
    const ada = await system.registerUnverified();
    for (let i = 0; i < 5; i += 1) await calls.taken(ada.post('/auth/send-verification'), 202);
    const { headers } = await calls.refused(ada.post('/auth/send-verification'), 429, 'rate_limited');
    expect(Number(headers['retry-after'])).toBeGreaterThan(80_000);
    await calls.taken(verify(await tokenOf(ada, 6), ada));
    await calls.refused(ada.post('/auth/send-verification'), 409, 'conflict');
  });

  it('that is not verified can use the service, but neither turn on a second factor nor invite people', async () => {
    const ada = await system.registerUnverified();
    await send(ada.apiKey).expect(202);
    await calls.taken(ada.get('/dashboard/customers'));
    await calls.refused(ada.post('/2fa/setup'), 403, 'email_not_verified');
    await calls.refused(ada.post('/2fa/verify', { code: '123456' }), 403, 'email_not_verified');
    await calls.refused(invite(ada), 403, 'email_not_verified');
    await calls.taken(verify(await tokenOf(ada), ada));
    await calls.taken(ada.post('/2fa/setup'));
    await calls.taken(invite(ada), 201);
  });

  it('that somebody else registered belongs to its owner after a reset: nothing of the stranger works any more', async () => {
    const eve = await system.registerUnverified();
    // A second factor from before addresses had to be verified.
    await system.owner.query('UPDATE users SET verified_at = now() WHERE tenant_id = $1', [eve.tenantId]);
    const { body: setup } = await eve.post('/2fa/setup');
    const { body: codes } = await eve.post('/2fa/verify', { code: totpCode(setup.secret) }).expect(200);
    await system.owner.query('UPDATE users SET verified_at = NULL WHERE tenant_id = $1', [eve.tenantId]);
    await eve.post('/settings/webhook/secret').expect(201);
    await eve.call('PATCH', '/settings/webhook').send({ url: 'https://example.com/eve' }).expect(200);
    await send(eve.apiKey).expect(202);
    await eve.call('DELETE', '/tenant').send({ password: eve.password, totp_code: codes.recovery_codes[0] }).expect(202);

    await reset(eve);
    const owner = new Person(system.api.url, eve.email, 'quite another one', eve.signedIn);
    const { body } = await calls.taken(owner.login() as unknown as Test);
    expect(body.user).toMatchObject({ email_verified: true, two_factor_enabled: false });
    expect((await eve.get('/auth/me')).status).toBe(401);
    await calls.refused(send(eve.apiKey), 401, 'unauthorized');
    const ada = new Person(system.api.url, eve.email, '', body);
    expect((await calls.taken(ada.get('/tenant'))).body.deletion).toBeNull();
    const webhook = await ada.get('/settings/webhook');
    expect(webhook.body).toMatchObject({ url: null, secret_set: false });
    expect((await system.mailbox.mailsTo(eve.email, 3)).at(-1)?.subject).toBe('Your account is yours');
  });

  it('that somebody else registered loses the WooCommerce shop of the stranger with a reset, and the next shop becomes its first', async () => {
    const eve = await system.registerUnverified();
    const { body: connected } = await eve.post('/integrations/storefront/woocommerce', { shop: 'https://eve.example.com' }).expect(201);
    remember(connected.secret);
    const body = JSON.stringify(wooCommerceCustomer());
    const customer = (): Test =>
      request(system.api.url)
        .post(`/webhooks/storefront/t/${eve.tenantId}/customers`)
        .set({
          'Content-Type': 'application/json',
          'X-WC-Webhook-Topic': 'customer.created',
          'X-WC-Webhook-Source': 'https://eve.example.com/',
        })
        .set('X-WC-Webhook-Signature', hmac(connected.secret, body))
        .send(body);
    await customer().expect(202);
    const firstShop = async (): Promise<string | null> =>
      (await system.owner.query<{ first_shop: string | null }>('SELECT first_shop FROM tenants WHERE id = $1', [eve.tenantId])).rows[0]!
        .first_shop;
    expect(await firstShop()).toBe('woocommerce:eve.example.com');
    // A shop of before, with an app whose secret the stranger knows.
    await system.owner.query(
      `WITH c AS (INSERT INTO storefront_connections (tenant_id, id, platform, shop, shop_hash, status, own_app, created_at)
         VALUES ($1, gen_random_uuid(), 'shopify', 'eve.myshopify.com', '', 'disconnected', true, now()) RETURNING tenant_id, id)
       INSERT INTO storefront_secrets (tenant_id, id, connection_id, kind, ciphertext, key_id)
         SELECT tenant_id, gen_random_uuid(), id, 'webhook_secret', '', 'k' FROM c`,
      [eve.tenantId],
    );

    await reset(eve);
    await customer().expect(401);
    const { rows: secrets } = await system.owner.query('SELECT FROM storefront_secrets WHERE tenant_id = $1', [eve.tenantId]);
    expect(secrets).toEqual([]);
    expect(await firstShop()).toBeNull();
    const { body: signedIn } = await calls.taken(
      new Person(system.api.url, eve.email, 'quite another one', eve.signedIn).login() as unknown as Test,
    );
    const ada = new Person(system.api.url, eve.email, '', signedIn);
    expect((await calls.taken(ada.get('/integrations'))).body.status).toBe('disconnected');
    expect((await ada.get('/audit-log')).body.data).toContainEqual(
      expect.objectContaining({ action: 'storefront.disconnected', details: { platform: 'woocommerce', shop: 'eve.example.com' } }),
    );
  });

  it('that is verified keeps its second factor and API key with a reset', async () => {
    const ada = await system.register();
    const { body: setup } = await ada.post('/2fa/setup');
    await ada.post('/2fa/verify', { code: totpCode(setup.secret) }).expect(200);
    // A reset turns off a second factor that is younger than 30 days.
    const confirmed = moved('confirmed_at', "- interval '31 days'");
    await system.owner.query(`UPDATE totp_secrets SET confirmed_at = ${confirmed} WHERE tenant_id = $1`, [ada.tenantId]);
    await reset(ada);
    expect((await ada.login({ password: 'quite another one' })).body.error).toBe('totp_required');
    await send(ada.apiKey).expect(202);
  });

  it('that is not verified keeps the keys of a tenant whose other owner is verified', async () => {
    const eve = await system.registerUnverified();
    await system.admin('user', 'create', '--tenant', eve.tenantId, '--email', 'second@example.com', '--role', 'owner');
    await reset(eve);
    expect((await send(eve.apiKey)).status).toBe(202);
  });

  it('of an invited person and of an account that the operator made is verified from the start', async () => {
    const ada = await system.register();
    const email = `invited-${Math.random()}@example.com`;
    await ada.post('/members/invitations', { email }).expect(201);
    const accepted = await request(system.api.url)
      .post('/auth/accept-invitation')
      .send({ token: await system.mailbox.tokenTo(email), password: 'quite long enough' });
    expect(accepted.body.user.email_verified).toBe(true);
    const made = await system.admin('user', 'create', '--tenant', ada.tenantId, '--email', 'operated@example.com');
    const login = await request(system.api.url).post('/auth/login').send({ email: 'operated@example.com', password: made['password'] });
    expect(login.body.user.email_verified).toBe(true);
  });

  it('needs no link in development without a mail server, where nobody could open one', async () => {
    const another = await system.startAnother('api', { SMTP_URL: '' });
    try {
      const ada = await Person.register(another.url);
      expect(ada.signedIn.user.email_verified).toBe(true);
      await ada.post('/2fa/setup').expect(200);
    } finally {
      await another.stop();
    }
  });

  it('that is not verified gets no mails but those it asked for', async () => {
    const eve = await system.registerUnverified();
    await eve.post('/auth/change-password', { current_password: eve.password, new_password: 'another long one' }).expect(200);
    await expect(system.mailbox.mailsTo(eve.email, 1, 500)).rejects.toThrow('0 mails of 1');
  });
});

describe('the name of a tenant', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  it.each(['Win at https://evil.example', 'evil.example', 'evil。example'])('has no link at the registration: %s', async (name) => {
    const input = { email: `eve-${Math.random()}@example.com`, password: 'long enough', company_name: name };
    const { body } = await calls.refused(request(system.api.url).post('/auth/register').send(input), 400, 'validation_error');
    expect(body.details).toEqual([expect.objectContaining({ field: 'company_name', message: expect.stringContaining('without a link') })]);
  });

  it('may have a link only when an owner with a verified address chooses it', async () => {
    const [eve, ada] = [await system.registerUnverified(), await system.register()];
    await calls.refused(eve.call('PATCH', '/settings').send({ name: 'evil.example' }), 400, 'validation_error');
    await calls.taken(eve.call('PATCH', '/settings').send({ name: 'Eve' }));
    await calls.taken(ada.call('PATCH', '/settings').send({ name: 'ada.example' }));
  });

  it('is not in the subject of an invitation, which strangers read', async () => {
    const ada = await system.register({ company_name: 'Free Money' });
    await ada.post('/members/invitations', { email: 'stranger@example.com' }).expect(201);
    const [mail] = await system.mailbox.mailsTo('stranger@example.com');
    expect(mail?.subject).toBe('You are invited to the Churn Scoring Service');
  });
});
