import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo } from '../../support/shop/builders.js';
import { importFile } from '../../support/shop/import-file.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';
import { removeUpload } from '../../support/shop/uploads.js';

const HEADER =
  'Name,Email,Financial Status,Paid at,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Vendor,Id';
const further = (name: string, sku: string, vendor: string): string => `${name},,,,,,,1,Something for Jane Roe,5.00,${sku},${vendor},`;
const first = (name: string, email: string, days: number, sku: string, vendor: string): string =>
  `${name},${email},paid,,EUR,10.00,${daysAgo(days)},2,Something for Jane Roe,5.00,${sku},${vendor},${900 + Number(name.slice(1))}`;

describe('a file with items', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    ({ shop } = await merchantOf(system));
  });

  const bring = async (...rows: readonly string[]): Promise<string> => {
    const { code, printed } = await importFile(shop, system.api.url, [HEADER, ...rows]);
    expect(code).toBe(0);
    return printed;
  };
  const boughtByEach = async (): Promise<string[][]> => {
    const { body } = await shop.get('/customers').expect(200);
    const ids = (body as { data: { external_id: string }[] }).data.map(({ external_id: id }) => id);
    const customers = await Promise.all(ids.map(async (id) => (await shop.get(`/customers/${id}`).expect(200)).body as { bought: { category: string }[] })); // prettier-ignore
    return customers
      .map(({ bought }) => bought.map(({ category }) => category).toSorted())
      .toSorted((one, other) => String(one).localeCompare(String(other)));
  };
  const storedItems = async (): Promise<string> => JSON.stringify(await shop.rows('events', "data -> 'items' AS items"));

  it('says what each customer has bought, by SKU and vendor, and stores no name of a product', async () => {
    const printed = await bring(
      first('#1', 'ann@shop.example', 60, 'B-1', 'Roaster'),
      further('#1', 'C-1', 'Potter'),
      first('#2', 'bob@shop.example', 40, 'C-1', 'Potter'),
    );
    expect(printed).toContain('product_id = Lineitem sku, category = Vendor');
    expect(printed).toContain('the file names no category, so Vendor stands for it');
    expect(await boughtByEach()).toEqual([['Potter'], ['Potter', 'Roaster']]);
    const { body } = await shop.get('/customers?bought=Roaster').expect(200);
    expect((body as { data: unknown[] }).data).toHaveLength(1);
    expect(await storedItems()).not.toContain('Jane');
    expect(await storedItems()).toContain('"product_id":"B-1"');
    const { shop: other } = await merchantOf(system);
    expect(((await other.get('/customers?bought=Roaster').expect(200)).body as { data: unknown[] }).data).toEqual([]);
  });

  it('is corrected by a later one, item by item, and is taken back with its upload', async () => {
    await bring(first('#1', 'ann@shop.example', 60, 'B-1', 'Roaster'), further('#1', 'C-1', 'Potter'));
    await bring(first('#1', 'ann@shop.example', 60, 'T-1', 'Tea house'));
    expect(await boughtByEach()).toEqual([['Tea house']]);
    const uploads = await shop.rows<{ id: string }>('uploads', 'id');
    await removeUpload(
      shop,
      uploads
        .map(({ id }) => id)
        .toSorted()
        .at(-1) ?? '',
    );
    expect(await boughtByEach()).toEqual([['Potter', 'Roaster']]);
  });

  it('goes with the customer who is erased', async () => {
    await bring(first('#1', 'ann@shop.example', 60, 'B-1', 'Roaster'), first('#2', 'bob@shop.example', 40, 'C-1', 'Potter'));
    const { body } = await shop.get('/customers?bought=Roaster').expect(200);
    const { body: erasure } = await shop.delete(`/customers/${(body as { data: { external_id: string }[] }).data[0]?.external_id}`);
    expect(await endOf(shop, (erasure as { job_id: string }).job_id)).toMatchObject({ status: 'completed' });
    expect(await boughtByEach()).toEqual([['Potter']]);
    expect(await storedItems()).not.toContain('Roaster');
    expect((await shop.rows<{ category: string }>('customer_categories', 'category')).map(({ category }) => category)).toEqual(['Potter']);
  });
});
