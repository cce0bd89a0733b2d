import request from 'supertest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { Person, type SignedIn } from '../../support/people/person.js';
import { turnOnSecondFactor } from '../../support/people/second-factor.js';
import { askToSwitch, inviteTo, isLive, joinTenant, switchTo, useEarlier } from '../../support/people/several-tenants.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';

let system: ChurnSystem;
let calls: DocumentedCalls;
beforeAll(async () => {
  system = await ChurnSystem.shared();
  calls = await DocumentedCalls.load(system.api.url);
}, 60_000);
afterAll(() => system.stop());

describe('a person of several tenants', () => {
  /** The owner of the second tenant. */
  let bob: Person;
  /** The owner of the first tenant, which has her password, and a member of the second one. */
  let ada: Person;

  beforeEach(async () => {
    bob = await system.register({ company_name: 'Bob & Co' });
    ada = await system.register();
    await joinTenant(system, bob, ada);
  });

  const auditOf = async (tenantId: string, action: string): Promise<number> => {
    const { rows } = await system.owner.query('SELECT FROM audit_log WHERE tenant_id = $1 AND action = $2', [tenantId, action]);
    return rows.length;
  };
  const membersOf = async (owner: Person): Promise<{ id: string; email: string; two_factor_enabled: boolean }[]> =>
    (await calls.taken(owner.get('/members'))).body.data;
  const memberIn = async (owner: Person, { email }: Person): Promise<string> =>
    (await membersOf(owner)).find((member) => member.email === email)?.id ?? '';
  const inBobs = async (person: Person): Promise<Person> => switchTo(system, person, bob.tenantId);

  it('signs in once, sees all of them, and switches with the refresh token', async () => {
    const tenants = [
      { id: ada.tenantId, name: 'Ada & Co', role: 'owner' },
      { id: bob.tenantId, name: 'Bob & Co', role: 'member' },
    ];
    const { body: login } = await ada.login();
    expect(login).toMatchObject({ tenants, user: { tenant_id: ada.tenantId, role: 'owner' } });
    expect((await calls.taken(bob.get('/auth/me'))).body.tenants).toEqual([{ id: bob.tenantId, name: 'Bob & Co', role: 'owner' }]);
    const { body } = await calls.taken(askToSwitch(system, ada, bob.tenantId));
    expect(body).toMatchObject({ tenants, user: { tenant_id: bob.tenantId, role: 'member', email: ada.email, email_verified: true } });
    expect(body.user.id).not.toBe(ada.signedIn.user.id);
    const there = new Person(system.api.url, ada.email, ada.password, body as SignedIn);
    expect((await calls.taken(there.get('/auth/me'))).body).toMatchObject({ tenant: { id: bob.tenantId }, tenants });
    expect((await calls.taken(there.get('/auth/sessions'))).body.data).toMatchObject([{ current: true }]);
    const back = await switchTo(system, there, ada.tenantId);
    expect(back.signedIn.user).toMatchObject(ada.signedIn.user);
    const again = await inBobs(back);
    expect((await calls.taken(again.get('/auth/sessions'))).body.data).toHaveLength(1);
    expect(await auditOf(bob.tenantId, 'user.logged_in')).toBe(1);
  });

  it('goes on in another tenant with its refresh token, which works once', async () => {
    const there = await inBobs(ada);
    const refresh = (token: string) => request(system.api.url).post('/auth/refresh').send({ refresh_token: token });
    const { body } = await calls.taken(refresh(there.signedIn.refresh_token));
    expect(body.user).toMatchObject({ tenant_id: bob.tenantId, role: 'member' });
    await useEarlier(system, bob);
    await calls.refused(refresh(there.signedIn.refresh_token), 401, 'unauthorized');
    expect(await isLive(there)).toBe(false);
    await useEarlier(system, ada);
    await calls.refused(askToSwitch(system, ada, bob.tenantId), 401, 'unauthorized');
    expect(await isLive(ada)).toBe(false);
  });

  it('switches to no tenant of another person, and only from an allowed page', async () => {
    const eve = await system.register();
    await calls.refused(askToSwitch(system, eve, ada.tenantId), 404, 'not_found');
    await calls.refused(askToSwitch(system, eve, 'x'), 400, 'validation_error');
    await calls.refused(askToSwitch(system, ada, eve.tenantId), 404, 'not_found');
    const byCookie = (origin: string) =>
      request(system.api.url)
        .post('/auth/switch')
        .set({ Cookie: `refresh_token=${ada.signedIn.refresh_token}`, Origin: origin })
        .send({ tenant_id: bob.tenantId });
    await calls.refused(byCookie('https://evil.example.com'), 403, 'forbidden');
    expect((await inBobs(ada)).tenantId).toBe(bob.tenantId);
  });

  it('has the role of each tenant there', async () => {
    const there = await inBobs(ada);
    await calls.refused(there.post('/members/invitations', { email: 'x@example.com' }), 403, 'forbidden');
    await calls.taken(bob.call('PATCH', `/members/${await memberIn(bob, ada)}`).send({ role: 'owner' }), 200);
    await calls.taken(there.post('/members/invitations', { email: 'x@example.com' }), 201);
    expect((await calls.taken(ada.get('/members/invitations'))).body.data).toEqual([]);
  });

  it('gives the password of the one account where it is asked for again', async () => {
    const there = await inBobs(ada);
    await calls.refused(there.post('/auth/confirm', { password: 'another one' }), 400, 'validation_error');
    await calls.taken(there.post('/auth/confirm', { password: ada.password }), 200);
  });

  it('changes the password in any tenant: other sign-ins end in all of them, this one stays in both', async () => {
    const [other, there] = [await ada.again(), await inBobs(ada)];
    const otherThere = await inBobs(other);
    const change = { current_password: ada.password, new_password: 'another long one' };
    await calls.taken(there.post('/auth/change-password', change), 200);
    expect([await isLive(there), await isLive(ada)]).toEqual([true, true]);
    expect([await isLive(other), await isLive(otherThere)]).toEqual([false, false]);
    expect((await ada.login()).status).toBe(401);
    expect((await ada.login({ password: 'another long one' })).status).toBe(200);
    await eventually('the records', async () =>
      (await auditOf(ada.tenantId, 'user.password_changed')) + (await auditOf(bob.tenantId, 'user.password_changed')) === 2 ? true : null,
    );
  });

  it('loses all sessions in all tenants by a reset of the password', async () => {
    const there = await inBobs(ada);
    await request(system.api.url).post('/auth/forgot-password').send({ email: ada.email }).expect(202);
    const token = await system.mailbox.tokenTo(ada.email, 2);
    await request(system.api.url).post('/auth/reset-password').send({ token, password: 'another long one' }).expect(200);
    expect([await isLive(there), await isLive(ada), await isLive(bob)]).toEqual([false, false, true]);
    await calls.refused(askToSwitch(system, there, ada.tenantId), 401, 'unauthorized');
  });

  it('has one second factor, which every tenant shows and can turn on', async () => {
    const [other, there] = [await ada.again(), await inBobs(ada)];
    const [code = ''] = await turnOnSecondFactor(there);
    expect([await isLive(there), await isLive(other)]).toEqual([true, false]);
    expect((await ada.login()).body.error).toBe('totp_required');
    expect((await calls.taken(there.get('/auth/me'))).body.user.two_factor_enabled).toBe(true);
    for (const owner of [ada, bob])
      expect((await membersOf(owner)).find(({ email }) => email === ada.email)?.two_factor_enabled).toBe(true);
    expect((await ada.login({ totp_code: code })).status).toBe(200);
    expect((await ada.login({ totp_code: code })).status).toBe(401);
  });

  it('signs out of all of them at once, and ends a sign-in from any', async () => {
    const there = await inBobs(ada);
    await request(system.api.url).post('/auth/logout').set('Authorization', `Bearer ${there.token}`).expect(200);
    expect([await isLive(there), await isLive(ada)]).toEqual([false, false]);
    const [first, second] = [await inBobs(await ada.again()), await inBobs(await ada.again())];
    const { body } = await calls.taken(first.get('/auth/sessions'));
    const id = body.data.find((session: { current: boolean }) => !session.current).id;
    await calls.taken(first.call('DELETE', `/auth/sessions/${id}`));
    expect([await isLive(first), await isLive(second)]).toEqual([true, false]);
    await calls.refused(askToSwitch(system, second, ada.tenantId), 401, 'unauthorized');
    expect((await calls.taken(first.get('/auth/sessions'))).body.data).toHaveLength(1);
  });

  it('loses the sessions of a tenant that removes them, and no others', async () => {
    const there = await inBobs(ada);
    await calls.taken(bob.call('DELETE', `/members/${await memberIn(bob, ada)}`));
    expect([await isLive(there), await isLive(ada)]).toEqual([false, true]);
    expect((await ada.login()).body.tenants).toMatchObject([{ id: ada.tenantId }]);
    await joinTenant(system, bob, ada, 'viewer');
    expect((await inBobs(await ada.again())).signedIn.user.role).toBe('viewer');
  });

  it('keeps the others, password, second factor and sessions, when the tenant that has the password removes them', async () => {
    const [code = '', later = ''] = await turnOnSecondFactor(ada);
    const third = await system.register();
    await joinTenant(system, third, ada);
    const there = await inBobs(ada);
    const inThird = await switchTo(system, await ada.again({ totp_code: code }), third.tenantId);
    await joinTenant(system, ada, bob, 'owner');
    const bobAtAda = await switchTo(system, bob, ada.tenantId);
    await calls.taken(bobAtAda.call('DELETE', `/members/${ada.signedIn.user.id}`));
    expect([await isLive(ada), await isLive(there), await isLive(inThird)]).toEqual([false, true, true]);
    expect((await ada.login()).body.error).toBe('totp_required');
    const { body } = await ada.login({ totp_code: later });
    expect(body.tenants.map(({ id }: { id: string }) => id).toSorted()).toEqual([bob.tenantId, third.tenantId].toSorted());
    expect(body.tenants.map(({ id }: { id: string }) => id)).toContain(body.user.tenant_id);
    await calls.taken(there.post('/auth/change-password', { current_password: ada.password, new_password: 'another long one' }), 200);
    expect([await isLive(there), await isLive(inThird)]).toEqual([true, false]);
  });

  it('leaves a tenant alone, but not as its last owner', async () => {
    await calls.refused(ada.post('/auth/tenants/leave'), 409, 'conflict');
    expect((await ada.login()).body.user.tenant_id).toBe(ada.tenantId);
    const there = await inBobs(await ada.again());
    await calls.taken(there.post('/auth/tenants/leave'), 200);
    expect([await isLive(there), await isLive(ada)]).toEqual([false, true]);
    expect((await membersOf(bob)).map(({ email }) => email)).toEqual([bob.email]);
    expect(await auditOf(bob.tenantId, 'member.removed')).toBe(1);
  });

  it('works in the others while one is suspended', async () => {
    await system.owner.query('UPDATE tenants SET suspended_at = now() WHERE id = $1', [ada.tenantId]);
    const there = await inBobs(await ada.again());
    await calls.taken(there.call('PATCH', '/auth/me').send({ weekly_mail: false }));
    await calls.taken(there.post('/dashboard/churn/recalculate', {}), 202);
    await system.owner.query('UPDATE tenants SET suspended_at = now() WHERE id = $1', [bob.tenantId]);
    expect((await switchTo(system, there, ada.tenantId)).tenantId).toBe(ada.tenantId);
  });

  it('keeps the others when one is deleted', async () => {
    const there = await inBobs(ada);
    await calls.taken(ada.call('DELETE', '/tenant').send({ password: ada.password }), 202);
    await system.owner.query('UPDATE tenant_deletions SET due_at = now() WHERE tenant_id = $1', [ada.tenantId]);
    await eventually('the deletion', async () => {
      const { rows } = await system.owner.query('SELECT FROM tenant_deletions WHERE tenant_id = $1 AND started_at IS NULL', [ada.tenantId]);
      return rows.length === 0 ? true : null;
    });
    expect([await isLive(there), await isLive(ada)]).toEqual([true, false]);
    expect((await ada.login()).body).toMatchObject({ user: { tenant_id: bob.tenantId }, tenants: [{ id: bob.tenantId }] });
  });
});

describe('another tenant', () => {
  let ada: Person;

  beforeEach(async () => {
    ada = await system.register();
  });

  it('is opened by a signed-in person with a verified address, without another address', async () => {
    const { body } = await calls.taken(ada.post('/auth/tenants', { company_name: 'Second & Co', currency: 'USD' }), 201);
    expect(body.tenant).toMatchObject({ name: 'Second & Co', currency: 'USD', plan: 'starter' });
    await request(system.api.url).get('/customers').set('X-API-Key', body.api_key).expect(200);
    const there = await switchTo(system, ada, body.tenant.id);
    expect(there.signedIn.user.role).toBe('owner');
    await calls.taken(there.get('/settings'));
    const unverified = await system.registerUnverified();
    await calls.refused(unverified.post('/auth/tenants', { company_name: 'Second & Co' }), 403, 'email_not_verified');
  });

  it('answers an invitation in the same way for a person who has an account, and asks for no password', async () => {
    const bob = await system.register();
    const known = await calls.taken(bob.post('/members/invitations', { email: ada.email }), 201);
    const unknown = await calls.taken(bob.post('/members/invitations', { email: `new-${ada.email}` }), 201);
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    const token = await system.mailbox.tokenTo(ada.email);
    const accept = request(system.api.url).post('/auth/accept-invitation').send({ token, password: 'another long one' });
    await calls.refused(accept, 409, 'conflict');
    expect((await ada.login()).status).toBe(200);
    await calls.refused(bob.post('/auth/tenants/join', { token }), 403, 'forbidden');
    const { body } = await calls.taken(ada.post('/auth/tenants/join', { token }), 201);
    expect(body).toEqual({ id: bob.tenantId, name: 'Ada & Co', role: 'member' });
    await calls.refused(ada.post('/auth/tenants/join', { token }), 400, 'validation_error');
    await calls.refused(bob.post('/members/invitations', { email: ada.email }), 409, 'conflict');
  });

  it('is not joined with an unproven address', async () => {
    const stranger = await system.registerUnverified();
    const token = await inviteTo(system, ada, stranger.email);
    await calls.refused(stranger.post('/auth/tenants/join', { token }), 403, 'email_not_verified');
  });

  it('is explained by mail to a person who registers once more, once a day', async () => {
    const again = () =>
      request(system.api.url).post('/auth/register').send({ email: ada.email, password: 'another long one', company_name: 'Second' });
    for (let time = 0; time < 2; time += 1) await calls.refused(again(), 409, 'conflict');
    const mails = await system.mailbox.mailsTo(ada.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['You have an account already']);
    expect(mails[0]?.body).toContain('Add a shop');
  });

  it('gives nothing to a stranger while a crash has left the person without a password, and everything to the mailbox', async () => {
    const bob = await system.register();
    await joinTenant(system, bob, ada);
    await system.owner.query('DELETE FROM users WHERE tenant_id = $1', [ada.tenantId]);
    const strange = { email: ada.email, password: 'another long one', company_name: 'Second' };
    await calls.refused(request(system.api.url).post('/auth/register').send(strange), 409, 'conflict');
    expect((await ada.login()).status).toBe(401);
    await request(system.api.url).post('/auth/forgot-password').send({ email: ada.email }).expect(202);
    const token = await system.mailbox.tokenTo(ada.email, 2);
    await request(system.api.url).post('/auth/reset-password').send({ token, password: 'another long one' }).expect(200);
    const { body } = await ada.login({ password: 'another long one' });
    expect(body).toMatchObject({ user: { tenant_id: bob.tenantId }, tenants: [{ id: bob.tenantId, role: 'member' }] });
  });
});
