import { newId } from '#libs/core';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

interface Page {
  readonly data: readonly { readonly external_id: string }[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

describe('the data requests of customers', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    merchant = await merchantOf(system);
    const ids = Array.from({ length: 205 }, () => newId());
    await system.owner.query(
      `INSERT INTO data_requests (tenant_id, id, platform, shop, reference, customer_id, external_id, requested_at)
       SELECT $1, id, 'generic', 'my-shop.example.com', n, gen_random_uuid(), 'c-' || n, now() FROM unnest($2::uuid[]) WITH ORDINALITY AS r (id, n)`,
      [merchant.owner.tenantId, ids],
    );
  }, 60_000);
  afterAll(() => system.stop());

  const page = async (query = ''): Promise<Page> =>
    (await calls.taken(merchant.owner.get(`/integrations/data-requests${query}`))).body as Page;

  it('are all found page by page, newest first, also beyond 200', async () => {
    const first = await page();
    expect([first.data.length, first.data[0]?.external_id, first.pagination.has_more]).toEqual([200, 'c-205', true]);
    const last = await page(`?cursor=${first.pagination.next_cursor}`);
    expect(last.data.map(({ external_id: id }) => id)).toEqual(['c-5', 'c-4', 'c-3', 'c-2', 'c-1']);
    expect(last.pagination).toEqual({ next_cursor: null, has_more: false });
    expect((await page('?limit=3')).data).toHaveLength(3);
  });

  it('have cursors of one shop, and limits from 1 to 200', async () => {
    const { next_cursor: cursor } = (await page('?limit=3')).pagination;
    const stranger = (await merchantOf(system)).owner;
    for (const query of [`cursor=${cursor}`, 'cursor=-1', 'limit=0', 'limit=201'])
      await calls.refused(stranger.get(`/integrations/data-requests?${query}`), 422, 'validation_error');
  });
});
