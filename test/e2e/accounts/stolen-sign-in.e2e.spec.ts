import request from 'supertest';
import { readSecretKeys } from '#libs/config';
import { toTenantId, toUserId } from '#libs/core';
import type { Database } from '#libs/database';
import { moveSignIn, SecretBox } from '#libs/tenants';
import type { Person } from '../../support/people/person.js';
import { turnOnSecondFactor } from '../../support/people/second-factor.js';
import { isLive, joinTenant, switchTo } from '../../support/people/several-tenants.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { moved } from '../../support/waiting/moved.js';

describe('the sign-in of a person of several tenants', () => {
  let system: ChurnSystem;
  let bob: Person;
  /** Her first tenant has her password. She is an owner of Bob's too. */
  let ada: Person;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    bob = await system.register({ company_name: 'Bob & Co' });
    ada = await system.register();
    await joinTenant(system, bob, ada, 'owner');
  });

  const refresh = ({ signedIn }: Person) => request(system.api.url).post('/auth/refresh').send({ refresh_token: signedIn.refresh_token });
  const reusesIn = async ({ tenantId }: Person): Promise<number> =>
    (await system.owner.query(`SELECT FROM audit_log WHERE tenant_id = $1 AND action = 'session.refresh_reused'`, [tenantId])).rows.length;
  const userIn = async ({ tenantId }: Person): Promise<string> =>
    (await system.owner.query('SELECT id FROM users WHERE tenant_id = $1 AND email = $2', [tenantId, ada.email])).rows[0].id;

  async function reset(): Promise<void> {
    await request(system.api.url).post('/auth/forgot-password').send({ email: ada.email }).expect(202);
    const token = await system.mailbox.tokenTo(ada.email, 2);
    await request(system.api.url).post('/auth/reset-password').send({ token, password: 'another long one' }).expect(200);
  }

  async function move(from: Person, database?: Database): Promise<void> {
    const box = new SecretBox(readSecretKeys(system.settings['SECRETS_KEY'] ?? '') ?? []);
    const place = { tenantId: toTenantId(from.tenantId), userId: toUserId(await userIn(from)) };
    await moveSignIn(database ?? (await system.openDatabase()), box, place);
  }

  it('ends in all tenants when a used refresh token comes again, also for a thief who switched to another tenant', async () => {
    const there = await switchTo(system, ada, bob.tenantId);
    const thief = await switchTo(system, there, ada.tenantId);
    expect(await isLive(thief)).toBe(true);
    await system.owner.query(`UPDATE sessions SET refreshed_at = ${moved('refreshed_at', "- interval '1 minute'")} WHERE tenant_id = $1`, [
      bob.tenantId,
    ]);
    await refresh(there).expect(401);
    expect([await isLive(thief), await isLive(there), await isLive(bob)]).toEqual([false, false, true]);
    await refresh(thief).expect(401);
    expect([await reusesIn(ada), await reusesIn(bob)]).toEqual([1, 1]);
  });

  it('loses the invitations that it sent from any tenant by a reset of the password, and nobody else theirs', async () => {
    const there = await switchTo(system, await ada.again(), bob.tenantId);
    await ada.post('/members/invitations', { email: 'thief@example.com', role: 'owner' }).expect(201);
    await there.post('/members/invitations', { email: 'thief@example.com', role: 'owner' }).expect(201);
    await bob.post('/members/invitations', { email: 'friend@example.com' }).expect(201);
    await reset();
    const { rows } = await system.owner.query<{ email: string }>('SELECT email FROM invitations WHERE tenant_id = ANY($1)', [
      [ada.tenantId, bob.tenantId],
    ]);
    expect(rows).toEqual([{ email: 'friend@example.com' }]);
  });

  it('stays ended in the tenant that its password moves to', async () => {
    const other = await ada.again();
    const [ended, there] = [await switchTo(system, other, bob.tenantId), await switchTo(system, ada, bob.tenantId)];
    await request(system.api.url).post('/auth/logout').set('Authorization', `Bearer ${other.token}`).expect(200);
    await move(ada);
    expect([await isLive(ended), await isLive(there), await isLive(ada)]).toEqual([false, true, true]);
    await refresh(ended).expect(401);
  });

  it('stays valid when the password of the person moves to another tenant and back', async () => {
    const there = await switchTo(system, await ada.again(), bob.tenantId);
    await move(ada);
    await move(bob);
    expect([await isLive(ada), await isLive(there)]).toEqual([true, true]);
    expect((await ada.login()).body.user.tenant_id).toBe(ada.tenantId);
  });

  /** Fails in the third step of a move: no tenant has the password then. */
  async function interruptMove(): Promise<void> {
    const database = await system.openDatabase();
    let ofHome = 0;
    const transaction: Database['transaction'] = (tenantId, work) => {
      if (tenantId === ada.tenantId) ofHome += 1;
      return ofHome === 3 && tenantId !== ada.tenantId ? Promise.reject(new Error('interrupted')) : database.transaction(tenantId, work);
    };
    const failing = new Proxy(database, {
      get: (target, name) => {
        if (name === 'transaction') return transaction;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await expect(move(ada, failing)).rejects.toThrow('interrupted');
    // Stored after the membership without the second factor, so that it is found later.
    const member = (await system.owner.query('DELETE FROM memberships WHERE tenant_id = $1 RETURNING *', [bob.tenantId])).rows;
    for (const { tenant_id, user_id, email_hash } of member)
      await system.owner.query('INSERT INTO memberships (tenant_id, user_id, email_hash) VALUES ($1, $2, $3)', [
        tenant_id,
        user_id,
        email_hash,
      ]);
  }

  it('keeps its second factor when a reset follows an interrupted move', async () => {
    await turnOnSecondFactor(ada);
    await system.owner.query(
      `UPDATE totp_secrets SET confirmed_at = ${moved('confirmed_at', "- interval '60 days'")} WHERE tenant_id = $1`,
      [ada.tenantId],
    );
    await interruptMove();
    expect((await ada.login()).status).toBe(401);
    await reset();
    expect((await ada.login({ password: 'another long one' })).body.error).toBe('totp_required');
  });
});
