import request, { type Test } from 'supertest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { Person, type SignedIn } from '../../support/people/person.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';

describe('Registration that is not open', () => {
  let system: ChurnSystem;
  const apis: ServiceProcess[] = [];

  beforeAll(async () => {
    system = await ChurnSystem.start({ REGISTRATION: 'closed' });
  }, 60_000);
  afterAll(async () => {
    for (const api of apis) await api.stop();
    await system.stop();
  });

  const register = (url: string): Test =>
    request(url).post('/auth/register').send({ email: 'eve@example.com', password: 'long enough', company_name: 'Eve' });

  it('answers 403 with what to do, creates nothing, and GET /plans says so', async () => {
    const invite = await system.startAnother('api', { REGISTRATION: 'invite' });
    apis.push(invite);
    for (const [{ url }, registration, sentence] of [
      [system.api, 'closed', 'registration is closed: ask the people who run this service'],
      [invite, 'invite', 'registration is by invitation only: ask a member'],
    ] as const) {
      const calls = await DocumentedCalls.load(url);
      const { body } = await calls.refused(register(url), 403, 'forbidden');
      expect(body.message).toContain(sentence);
      expect((await calls.taken(request(url).get('/plans'))).body).toMatchObject({ registration, data: expect.any(Array) });
    }
    expect((await system.owner.query('SELECT FROM tenants')).rowCount).toBe(0);
  });

  it('lets operators create tenants, and their people invite others', async () => {
    const { tenant_id: tenantId } = await system.admin('tenant', 'create', '--name', 'Ada’s shop');
    const [ada, bob] = ['ada@example.com', 'bob@example.com'];
    const { password } = await system.admin('user', 'create', '--tenant', String(tenantId), '--email', ada, '--role', 'owner');
    const { body } = await request(system.api.url).post('/auth/login').send({ email: ada, password }).expect(200);
    const owner = new Person(system.api.url, ada, String(password), body as SignedIn);
    await owner.post('/members/invitations', { email: bob }).expect(201);
    const token = await system.mailbox.tokenTo(bob);
    const joined = await request(system.api.url).post('/auth/accept-invitation').send({ token, password: 'a long enough password' });
    expect(joined.body).toMatchObject({ user: { email: bob, role: 'member', tenant_id: tenantId } });
  });
});
