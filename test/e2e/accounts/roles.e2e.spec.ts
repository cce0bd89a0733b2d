import type { Test } from 'supertest';
import { order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';

/** The operations that the roles are for. Every other operation is tried by role in hostile.e2e.spec.ts. */
describe('the role of a person', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let person: Person;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  beforeEach(async () => {
    const { owner, shop } = await merchantOf(system);
    person = owner;
    await shop.send(order({ customer_id: 'c-1' }));
  });

  const become = (role: string): Promise<unknown> =>
    system.owner.query('UPDATE users SET role = $2 WHERE tenant_id = $1', [person.tenantId, role]);

  const FOR_ADMINS: readonly [string, () => Test][] = [
    ['redirect the webhook', () => person.call('PATCH', '/settings/webhook').send({ url: 'https://example.com/hook' })],
    ['start a recovery', () => person.post('/settings/webhook/recover', { since: new Date().toISOString() })],
    ['erase a customer', () => person.call('DELETE', '/dashboard/customers/c-1')],
    ['change settings', () => person.call('PATCH', '/settings').send({ name: 'Another name' })],
  ];

  it.each(FOR_ADMINS)('of an admin may %s, that of a member may not', async (_, act) => {
    await become('member');
    await calls.refused(act(), 403, 'forbidden');
    await become('admin');
    expect((await act()).status).not.toBe(403);
  });

  it('of an admin may not replace the key, invite people or see the audit log', async () => {
    await become('admin');
    await calls.refused(person.post('/tenant/api-key/regenerate'), 403, 'forbidden');
    await calls.refused(person.post('/members/invitations', { email: 'grace@example.com' }), 403, 'forbidden');
    const { body } = await calls.refused(person.get('/audit-log'), 403, 'forbidden');
    expect(body.message).toBe('your role is admin: this needs the role owner');
  });

  it('of a viewer may read everything that members may, and change nothing but the own account', async () => {
    await become('viewer');
    for (const path of ['/dashboard/customers', '/campaigns', '/settings', '/settings/webhook', '/members', '/billing']) {
      await calls.taken(person.get(path));
    }
    const { body } = await calls.refused(person.post('/dashboard/churn/recalculate', {}), 403, 'forbidden');
    expect(body.message).toBe('your role is viewer: this needs the role member, admin or owner');
    await calls.refused(person.post('/campaigns', { name: 'X', webhook_url: 'https://example.com' }), 403, 'forbidden');
    const change = { current_password: person.password, new_password: 'chosen by the viewer' };
    await calls.taken(person.post('/auth/change-password', change));
    await calls.taken(person.post('/2fa/setup'));
  });

  it('can be any of the four in an invitation and a change', async () => {
    for (const role of ['owner', 'admin', 'member', 'viewer']) {
      const email = `${role}-${Math.random()}@example.com`;
      const { body } = await calls.taken(person.post('/members/invitations', { email, role }), 201);
      expect(body.role).toBe(role);
    }
  });
});
