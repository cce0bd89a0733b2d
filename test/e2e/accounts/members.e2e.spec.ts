import request, { type Test } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { Person, type SignedIn } from '../../support/people/person.js';
import { totpCode } from '../../support/people/totp.js';

describe('team members', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let invited = 0;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  const newAddress = (): string => `grace-${(invited += 1)}@example.com`;
  const accept = (token: string, password = 'quite long enough'): Test =>
    request(system.api.url).post('/auth/accept-invitation').send({ token, password });

  /** A new person in the tenant of `owner`. */
  async function join(owner: Person, role?: string): Promise<Person> {
    const email = newAddress();
    await owner.post('/members/invitations', { email, ...(role !== undefined && { role }) }).expect(201);
    const { body } = await accept(await system.mailbox.tokenTo(email)).expect(201);
    return new Person(system.api.url, email, 'quite long enough', body as SignedIn);
  }

  it('are invited by mail and join with a password of their own', async () => {
    const ada = await system.register({ company_name: 'Ada <b>& Co</b>' });
    const email = newAddress();
    const { body: invitation } = await calls.taken(ada.post('/members/invitations', { email: email.toUpperCase() }), 201);
    expect(invitation).toMatchObject({ email, role: 'member' });
    const [mail] = await system.mailbox.mailsTo(email);
    expect(mail?.body).toContain('Ada &lt;b&gt;&amp; Co&lt;/b&gt;');
    const { body } = await calls.taken(accept(await system.mailbox.tokenTo(email)), 201);
    expect(body.user).toMatchObject({ email, role: 'member', tenant_id: ada.tenantId });
    const { body: members } = await calls.taken(ada.get('/members'));
    expect(members.data.map((member: { email: string; role: string }) => [member.email, member.role])).toEqual([
      [ada.email, 'owner'],
      [email, 'member'],
    ]);
    expect((await calls.taken(ada.get('/members/invitations'))).body.data).toEqual([]);
  });

  it('can use an invitation only once, also at the same moment', async () => {
    const ada = await system.register();
    const email = newAddress();
    await ada.post('/members/invitations', { email });
    const token = await system.mailbox.tokenTo(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400]);
    await calls.refused(accept(token), 400, 'validation_error');
  });

  it('cannot join with an invitation that was revoked, replaced or is older than a week', async () => {
    const ada = await system.register();
    const [taken, replaced, old] = [newAddress(), newAddress(), newAddress()];
    const { body: invitation } = await ada.post('/members/invitations', { email: taken });
    const tokens = [await system.mailbox.tokenTo(taken)];
    await calls.taken(ada.call('DELETE', `/members/invitations/${invitation.id}`));
    await calls.refused(ada.call('DELETE', `/members/invitations/${invitation.id}`), 404, 'not_found');
    await ada.post('/members/invitations', { email: replaced });
    tokens.push(await system.mailbox.tokenTo(replaced));
    await ada.post('/members/invitations', { email: replaced, role: 'owner' });
    const newest = await system.mailbox.tokenTo(replaced, 2);
    await ada.post('/members/invitations', { email: old });
    tokens.push(await system.mailbox.tokenTo(old));
    await system.owner.query(`UPDATE invitations SET expires_at = now() WHERE email = $1`, [old]);
    for (const token of tokens) await calls.refused(accept(token), 400, 'validation_error');
    expect((await calls.taken(ada.get('/members/invitations'))).body.data).toHaveLength(1);
    expect((await calls.taken(accept(newest), 201)).body.user.role).toBe('owner');
  });

  it('have one account each: an address with an account cannot join, and only the invited person learns this', async () => {
    const [ada, eve] = [await system.register(), await system.register()];
    await calls.refused(ada.post('/members/invitations', { email: ada.email }), 409, 'conflict');
    await calls.taken(ada.post('/members/invitations', { email: eve.email }), 201);
    const token = await system.mailbox.tokenTo(eve.email);
    await calls.refused(accept(token), 409, 'conflict');
    expect((await eve.again()).tenantId).toBe(eve.tenantId);
    // The attempt leaves nothing behind: the invitation is valid until the account no longer exists.
    expect((await ada.get('/members/invitations')).body.data).toHaveLength(1);
  });

  it('join although a stranger has registered their address, which the stranger never proved', async () => {
    const ada = await system.register();
    const email = newAddress();
    const stranger = await system.registerUnverified({ email });
    await calls.taken(ada.post('/members/invitations', { email }), 201);
    const { body } = await calls.taken(accept(await system.mailbox.tokenTo(email)), 201);
    expect(body.user).toMatchObject({ email, tenant_id: ada.tenantId, email_verified: true });
    await calls.refused(stranger.get('/auth/me'), 401, 'unauthorized');
    expect((await stranger.login()).status).toBe(401);
    const joined = new Person(system.api.url, email, 'quite long enough', body as SignedIn);
    expect((await joined.again()).tenantId).toBe(ada.tenantId);
    // The data of the stranger stays where it is.
    await request(system.api.url).get('/customers').set('X-API-Key', stranger.apiKey).expect(200);
  });

  it('keep a wrong or old token from taking an address away from anybody', async () => {
    const ada = await system.register();
    const email = newAddress();
    const stranger = await system.registerUnverified({ email });
    await ada.post('/members/invitations', { email }).expect(201);
    const token = await system.mailbox.tokenTo(email);
    await calls.refused(accept(`${token.slice(0, -2)}xx`), 400, 'validation_error');
    await system.owner.query('UPDATE invitations SET expires_at = now() WHERE email = $1', [email]);
    await calls.refused(accept(token), 400, 'validation_error');
    await calls.taken(stranger.get('/auth/me'));
  });

  it('who are removed leave their API keys, which the answer lists, and keys say who made them', async () => {
    const ada = await system.register();
    const grace = await join(ada, 'admin');
    const made = await calls.taken(grace.post('/tenant/api-keys', { name: 'Till', scope: 'all' }), 201);
    const ended = await calls.taken(grace.post('/tenant/api-keys', { name: 'Old till', scope: 'read' }), 201);
    await grace.call('DELETE', `/tenant/api-keys/${ended.body.id}`).expect(204);
    const { body: keys } = await calls.taken(ada.get('/tenant/api-keys'));
    const authors = (keys.data as { name: string; created_by: string }[]).map(({ name, created_by: by }) => [name, by]);
    expect(authors).toEqual(
      expect.arrayContaining([
        ['Till', grace.signedIn.user.id],
        ['Main key', ada.signedIn.user.id],
      ]),
    );
    const { body } = await calls.taken(ada.call('DELETE', `/members/${grace.signedIn.user.id}`));
    const { id, name, prefix, scope } = made.body as Record<string, string>;
    expect(body).toEqual({ message: expect.any(String), api_keys: [{ id, name, prefix, scope, is_main: false }] });
    await request(system.api.url).get('/customers').set('X-API-Key', made.body.api_key).expect(200);
    await ada.call('DELETE', `/tenant/api-keys/${id}`).expect(204);
    await request(system.api.url).get('/customers').set('X-API-Key', made.body.api_key).expect(401);
  });

  it('see the other members and can change nothing', async () => {
    const ada = await system.register();
    const grace = await join(ada);
    await calls.taken(grace.get('/members'));
    await calls.refused(grace.get('/members/invitations'), 403, 'forbidden');
    await calls.refused(grace.post('/members/invitations', { email: newAddress() }), 403, 'forbidden');
    await calls.refused(grace.call('PATCH', `/members/${grace.signedIn.user.id}`).send({ role: 'owner' }), 403, 'forbidden');
    await calls.refused(grace.call('DELETE', `/members/${ada.signedIn.user.id}`), 403, 'forbidden');
    expect((await grace.get('/auth/me')).body.user.role).toBe('member');
  });

  it('have a new role from their next request on', async () => {
    const ada = await system.register();
    const grace = await join(ada);
    const setRole = (role: string): Test => ada.call('PATCH', `/members/${grace.signedIn.user.id}`).send({ role });
    expect((await calls.taken(setRole('owner'))).body.role).toBe('owner');
    await calls.taken(grace.get('/members/invitations'));
    await calls.taken(setRole('member'));
    await calls.refused(grace.get('/members/invitations'), 403, 'forbidden');
    await calls.refused(setRole('boss'), 400, 'validation_error');
  });

  it('are signed out at once when they are removed, and their address is free again', async () => {
    const ada = await system.register();
    const grace = await join(ada);
    const phone = await grace.again();
    await calls.taken(ada.call('DELETE', `/members/${grace.signedIn.user.id}`));
    for (const session of [grace, phone]) await calls.refused(session.get('/auth/me'), 401, 'unauthorized');
    const refreshed = await request(system.api.url).post('/auth/refresh').send({ refresh_token: phone.signedIn.refresh_token });
    expect(refreshed.status).toBe(401);
    expect((await grace.login()).status).toBe(401);
    await calls.refused(ada.call('DELETE', `/members/${grace.signedIn.user.id}`), 404, 'not_found');
    await system.register({ email: grace.email });
  });

  it('cannot come back by their own invitations after they were removed or lost the owner role', async () => {
    const ada = await system.register();
    for (const leave of [
      (id: string) => ada.call('DELETE', `/members/${id}`),
      (id: string) => ada.call('PATCH', `/members/${id}`).send({ role: 'member' }),
    ]) {
      const eve = await join(ada, 'owner');
      const [ownMailbox, friend] = [newAddress(), newAddress()];
      await eve.post('/members/invitations', { email: ownMailbox, role: 'owner' }).expect(201);
      await ada.post('/members/invitations', { email: friend }).expect(201);
      await calls.taken(leave(eve.signedIn.user.id));
      await calls.refused(accept(await system.mailbox.tokenTo(ownMailbox)), 400, 'validation_error');
      await calls.taken(accept(await system.mailbox.tokenTo(friend)), 201);
    }
  });

  it('are not flooded with mail: an address gets five invitations an hour from all tenants together', async () => {
    const email = newAddress();
    for (let i = 0; i < 5; i += 1) await (await system.register()).post('/members/invitations', { email }).expect(201);
    const { headers } = await calls.refused((await system.register()).post('/members/invitations', { email }), 429, 'rate_limited');
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    await (await system.register()).post('/members/invitations', { email: newAddress() }).expect(201);
  });

  it('always include an owner, also when two owners remove each other at the same moment', async () => {
    const ada = await system.register();
    const own = `/members/${ada.signedIn.user.id}`;
    await calls.refused(ada.call('DELETE', own), 409, 'conflict');
    await calls.refused(ada.call('PATCH', own).send({ role: 'member' }), 409, 'conflict');
    const grace = await join(ada, 'owner');
    const answers = await Promise.all([ada.call('DELETE', `/members/${grace.signedIn.user.id}`), grace.call('DELETE', own)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await system.owner.query(`SELECT FROM users WHERE tenant_id = $1 AND role = 'owner'`, [ada.tenantId]);
    expect(rows).toHaveLength(1);
  });

  it('cannot be read or changed by another tenant', async () => {
    const [ada, eve] = [await system.register(), await system.register()];
    const { body: invitation } = await ada.post('/members/invitations', { email: newAddress() });
    await calls.refused(eve.call('DELETE', `/members/${ada.signedIn.user.id}`), 404, 'not_found');
    await calls.refused(eve.call('PATCH', `/members/${ada.signedIn.user.id}`).send({ role: 'member' }), 404, 'not_found');
    await calls.refused(eve.call('DELETE', `/members/invitations/${invitation.id}`), 404, 'not_found');
    await calls.refused(eve.call('DELETE', '/members/x'), 404, 'not_found');
    expect((await eve.get('/members')).body.data).toHaveLength(1);
  });

  it('appear in the audit log by their ids, not by their addresses', async () => {
    const ada = await system.register();
    const grace = await join(ada);
    await ada.call('PATCH', `/members/${grace.signedIn.user.id}`).send({ role: 'owner' });
    await ada.call('DELETE', `/members/${grace.signedIn.user.id}`);
    const { rows } = await system.owner.query<{ action: string; row: string }>(
      'SELECT action, a::text AS row FROM audit_log a WHERE tenant_id = $1 ORDER BY id',
      [ada.tenantId],
    );
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member.invited', 'member.joined', 'member.role_changed', 'member.removed']),
    );
    expect(rows.filter(({ row }) => row.includes('@'))).toEqual([]);
  });

  it('can be created by the operator, who sees the password once', async () => {
    const shop = await system.shop();
    const made = await system.admin('user', 'create', '--tenant', shop.tenantId, '--email', 'Oper@Example.com', '--role', 'owner');
    const { status, body } = await request(system.api.url)
      .post('/auth/login')
      .send({ email: 'oper@example.com', password: made['password'] });
    expect([status, body.user]).toEqual([200, expect.objectContaining({ id: made['user_id'], role: 'owner', tenant_id: shop.tenantId })]);
    const again = system.admin('user', 'create', '--tenant', shop.tenantId, '--email', 'oper@example.com');
    await expect(again).rejects.toThrow('has an account already');
    await expect(system.admin('user', 'create', '--tenant', shop.tenantId, '--email', 'oper')).rejects.toThrow('must be an e-mail address');
  });

  it('who lost app and recovery codes get access from the operator, and their sessions end', async () => {
    const ada = await system.register();
    const { body } = await ada.post('/2fa/setup');
    await ada.post('/2fa/verify', { code: totpCode(body.secret) }).expect(200);
    expect((await ada.login()).body.error).toBe('totp_required');
    expect(await system.admin('user', 'reset-2fa', '--email', ada.email)).toMatchObject({ removed: true });
    expect((await ada.get('/auth/me')).status).toBe(401);
    expect((await ada.login()).status).toBe(200);
    await expect(system.admin('user', 'reset-2fa', '--email', 'nobody@example.com')).rejects.toThrow('no account');
  });
});
