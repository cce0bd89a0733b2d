import request, { type Test } from 'supertest';
import type { ChurnSystem } from '../servers/churn-system.js';
import { moved } from '../waiting/moved.js';
import { Person, type SignedIn } from './person.js';

/** Invites a person who has an account to the tenant of `owner`. @returns the token of the mail */
export async function inviteTo(system: ChurnSystem, owner: Person, email: string, role = 'member'): Promise<string> {
  const before = system.mailbox.mails.filter(
    ({ to, subject, body }) => to.includes(email) && subject.includes('invite') && body.includes('#token='),
  ).length;
  await owner.post('/members/invitations', { email, role }).expect(201);
  return system.mailbox.tokenTo(email, before + 1);
}

/** Makes a person a member of the tenant of `owner` too. */
export async function joinTenant(system: ChurnSystem, owner: Person, person: Person, role = 'member'): Promise<void> {
  await person.post('/auth/tenants/join', { token: await inviteTo(system, owner, person.email, role) }).expect(201);
}

export const askToSwitch = (system: ChurnSystem, { signedIn }: Person, tenantId: string): Test =>
  request(system.api.url).post('/auth/switch').send({ tenant_id: tenantId, refresh_token: signedIn.refresh_token });

/** Returns the same person with the tokens of another tenant. The refresh token before is used up. */
export async function switchTo(system: ChurnSystem, person: Person, tenantId: string): Promise<Person> {
  const { body } = await askToSwitch(system, person, tenantId).expect(200);
  return new Person(system.api.url, person.email, person.password, body as SignedIn);
}

/** Returns whether the session of a person has not ended. */
export const isLive = async (person: Person): Promise<boolean> => (await person.get('/auth/me')).status === 200;

/** Moves the last refreshes in the tenant of a person back by a minute. */
export async function useEarlier({ owner }: ChurnSystem, { tenantId }: Person): Promise<void> {
  await owner.query(`UPDATE sessions SET refreshed_at = ${moved('refreshed_at', "- interval '1 minute'")} WHERE tenant_id = $1`, [
    tenantId,
  ]);
}
