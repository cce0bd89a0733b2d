import { LIMITS } from '#libs/core';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, daysAgo, order } from '../../support/shop/builders.js';

interface Entry {
  readonly kind: string;
  readonly at: string;
  readonly event_type?: string;
  readonly count?: number;
  readonly text?: string;
}

describe('the timeline of a customer has', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;
  let owner: Person;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    merchant = await merchantOf(system);
    ({ owner } = merchant);
    const visit = (id: string, at: string, type = 'product_viewed') => ({
      event_id: id,
      customer_id: 'ada',
      event_type: type,
      occurred_at: at,
    });
    await merchant.shop.post('/events', {
      ...batch(
        order({ customer_id: 'ada', occurred_at: daysAgo(40) }),
        visit('v-1', '2026-06-01T08:00:00.000Z'),
        visit('v-2', '2026-06-01T23:59:59.999Z'),
        visit('v-3', '2026-06-02T00:00:00.000Z'),
        visit('v-4', '2026-06-02T00:00:00.000Z', 'support_ticket_opened'),
        visit('v-5', '2026-06-01T09:00:00.000Z', 'email_unsubscribed'),
      ),
      backfill: true,
    }); // prettier-ignore
    await merchant.shop.settled();
  }, 60_000);
  afterAll(() => system.stop());

  const path = '/dashboard/customers/ada';
  const timeline = async (limit = 200): Promise<Entry[]> => {
    const entries: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await owner.get(`${path}/timeline?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.status).toBe(200);
      entries.push(...(page.body.data as Entry[]));
      cursor = page.body.pagination.next_cursor as string | null;
    }
    return entries;
  };
  const write = async (text: string, as = owner): Promise<string> => {
    const { body } = await calls.taken(as.post(`${path}/notes`, { text }), 201);
    return (body as { note_id: string }).note_id;
  };

  it('what the customer did beside ordering, by day and type, on pages of any size', async () => {
    const whole = await timeline();
    expect(whole.filter(({ kind }) => kind === 'activity').map(({ at, event_type: type, count }) => [at, type, count])).toEqual([
      ['2026-06-02T00:00:00.000Z', 'support_ticket_opened', 1],
      ['2026-06-02T00:00:00.000Z', 'product_viewed', 1],
      ['2026-06-01T23:59:59.999Z', 'product_viewed', 2],
      ['2026-06-01T09:00:00.000Z', 'email_unsubscribed', 1],
    ]);
    for (const limit of [1, 2, 3]) expect(await timeline(limit)).toEqual(whole);
    const { body } = await calls.taken(merchant.shop.get('/customers/ada/timeline'));
    expect((body.data as Entry[]).filter(({ kind }) => kind === 'activity')).toHaveLength(4);
  });

  it('the notes of people, and answers to API keys have none', async () => {
    const id = await write('Called.\nWaits for spring.');
    const [note] = await timeline(1);
    expect(note).toEqual({
      kind: 'note', at: expect.any(String), note_id: id, text: 'Called.\nWaits for spring.', author: owner.email, may_change: true, edited_at: null,
    }); // prettier-ignore
    const { text } = await merchant.shop.get('/customers/ada/timeline').expect(200);
    expect(text).not.toContain('spring');
    expect((await merchant.shop.get('/customers/ada').expect(200)).text).not.toContain('spring');
    await calls.taken(owner.call('PATCH', `${path}/notes/${id}`).send({ text: 'Called again.' }));
    expect((await timeline(1))[0]).toMatchObject({ text: 'Called again.', edited_at: expect.any(String) });
    await calls.taken(owner.call('DELETE', `${path}/notes/${id}`));
    await calls.refused(owner.call('DELETE', `${path}/notes/${id}`), 404, 'not_found');
    expect((await timeline()).some(({ kind }) => kind === 'note')).toBe(false);
  });

  it('no note that is empty or too long, and none on an unknown customer', async () => {
    for (const text of ['', ' \n', 'x'.repeat(LIMITS.notes.length + 1), null, 7, 'a\u0000b', '\ud800'])
      await calls.refused(owner.post(`${path}/notes`, { text }), 400, 'validation_error');
    await calls.refused(owner.post('/dashboard/customers/nobody/notes', { text: 'x' }), 404, 'not_found');
    await calls.refused(owner.call('PATCH', `${path}/notes/constructor`).send({ text: 'x' }), 404, 'not_found');
    const id = await write('x'.repeat(LIMITS.notes.length));
    await owner.call('DELETE', `${path}/notes/${id}`);
  });

  it('notes that no other tenant and no viewer can change', async () => {
    const id = await write('ours');
    const other = await merchantOf(system);
    await calls.refused(other.owner.call('DELETE', `${path}/notes/${id}`), 404, 'not_found');
    const viewer = await memberOf(system, 'viewer');
    await calls.refused(viewer.post(`${path}/notes`, { text: 'x' }), 403, 'forbidden');
  });
});
