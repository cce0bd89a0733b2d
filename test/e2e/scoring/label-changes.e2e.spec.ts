import { daysAgo, order } from '../../support/shop/builders.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';

interface Change {
  readonly external_id: string;
  readonly churn: { readonly label: string; readonly score: string } | null;
  readonly changed_at: string;
}
interface Page {
  readonly data: readonly Change[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
  readonly next_since: string;
}

const EVER = '2000-01-01T00:00:00Z';

describe('GET /churn/changes', () => {
  let system: ChurnSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    await merchant.shop.send(...[1, 40, 90, 400].map((days) => order({ customer_id: `c-${days}`, occurred_at: daysAgo(days), value: 10 })));
    await merchant.shop.settled();
  });

  const page = async (since: string, more = ''): Promise<Page> =>
    (await merchant.shop.get(`/churn/changes?since=${encodeURIComponent(since)}${more}`).expect(200)).body as Page;
  async function walk(since: string, limit: number): Promise<{ changes: readonly Change[]; next: string; pages: number }> {
    const changes: Change[] = [];
    for (let pages = 1, more = ''; ; pages += 1) {
      const { data, pagination, next_since: next } = await page(since, `&limit=${limit}${more}`);
      expect(pagination.has_more).toBe(pagination.next_cursor !== null);
      changes.push(...data);
      if (pagination.next_cursor === null) return { changes, next, pages };
      more = `&cursor=${pagination.next_cursor}`;
    }
  }
  const labels = async (): Promise<Record<string, string>> => {
    const rows = await merchant.shop.rows<{ external_id: string; label: string }>('customers', 'external_id, label');
    return Object.fromEntries(rows.map((row) => [row.external_id, row.label]));
  };
  /** From here on only later changes are listed; the overlap of five minutes would list those of the set-up too. */
  const later = async (): Promise<string> => {
    const { rows } = await system.owner.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    return rows[0]!.now.toISOString();
  };

  it('lists first labels page by page, each customer once', async () => {
    const { changes, pages, next } = await walk(EVER, 1);
    expect(Object.fromEntries(changes.map((each) => [each.external_id, each.churn?.label]))).toEqual(await labels());
    expect(changes).toHaveLength(4);
    expect(pages).toBeGreaterThanOrEqual(4);
    expect(Date.parse(next)).toBeLessThan(Date.now() - 4 * 60_000);
    expect((await walk(EVER, 200)).changes).toEqual(changes);
  });

  it('lists the labels that new settings changed without a webhook, and only these', async () => {
    const before = await labels();
    const since = await later();
    expect((await page(since)).data).toEqual([]);
    await merchant.owner
      .call('PATCH', '/settings')
      .send({ label_thresholds: { medium: 0.0001, high: 0.9998, critical: 0.9999 } })
      .expect(200);
    await eventually('the labels change', async () => (JSON.stringify(await labels()) === JSON.stringify(before) ? null : true));
    await merchant.shop.settled();
    const after = await labels();
    const changed = Object.keys(after).filter((id) => after[id] !== before[id]);
    expect(changed.length).toBeGreaterThan(0);
    const { changes } = await walk(since, 2);
    expect(Object.fromEntries(changes.map((each) => [each.external_id, each.churn?.label]))).toEqual(
      Object.fromEntries(changed.map((id) => [id, after[id]])),
    );
    expect(changes).toHaveLength(changed.length);
    expect(await merchant.shop.rows('outbox')).toEqual([]);
  });

  it('lists a customer who has no label any more', async () => {
    const since = await later();
    await merchant.shop.send(
      order({ event_type: 'customer_deleted', customer_id: 'c-40', occurred_at: daysAgo(0), value: undefined, data: undefined }),
    );
    await merchant.shop.settled();
    expect((await page(since)).data).toEqual([{ external_id: 'c-40', churn: null, changed_at: expect.any(String) }]);
  });

  it.each([
    ['', 'since'],
    ['?since=yesterday', 'since'],
    ['?since=2999-01-01T00:00:00Z', 'since'],
    [`?since=${EVER}&limit=0`, 'limit'],
    [`?since=${EVER}&cursor=x`, 'cursor'],
  ])('answers 422 to %j and names the field', async (query, field) => {
    const { status, body } = await merchant.shop.get(`/churn/changes${query}`);
    expect([status, body.error, (body.details as { field: string }[])[0]?.field]).toEqual([422, 'validation_error', field]);
  });

  it('refuses the cursor of another tenant and of another since, and shows nothing of other tenants', async () => {
    const { pagination } = await page(EVER, '&limit=1');
    const other = await merchantOf(system);
    const path = `/churn/changes?since=${EVER}`;
    expect((await other.shop.get(path).expect(200)).body).toMatchObject({ data: [], pagination: { next_cursor: null, has_more: false } });
    await other.shop.get(`${path}&cursor=${pagination.next_cursor}`).expect(422);
    await merchant.shop.get(`/churn/changes?since=2001-01-01T00:00:00Z&cursor=${pagination.next_cursor}`).expect(422);
    await merchant.shop.get(`${path}&cursor=${pagination.next_cursor}`).expect(200);
  });
});
