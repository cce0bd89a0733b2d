import { plainProgress } from '#libs/terminal';
import { listUploads } from '../../../apps/cli/src/uploads/list-uploads.js';
import { removeUpload } from '../../../apps/cli/src/uploads/remove-upload.js';
import { importFile } from '../../support/shop/import-file.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Shop } from '../../support/shop/shop.js';

const ROWS = ['order_id,customer_id,date,amount', 'o-1,c-1,2026-03-10,100.00', 'o-2,c-2,2026-03-11,50.00'];

describe('the command for uploads', () => {
  let system: ChurnSystem;
  let printed: string[];

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  beforeEach(() => {
    printed = [];
  });
  afterAll(() => system.stop());

  const context = () => ({
    terminal: {
      line: (text: string) => void printed.push(text),
      progress: (title: string, total: number) => plainProgress(title, total, (text) => void printed.push(text)),
    },
    environment: {},
    dataDirectory: '/nowhere',
    adminCommand: [],
  });
  const target = (apiKey: string) => ({ baseUrl: system.api.url, apiKey });
  const listed = async (shop: Shop): Promise<string> => {
    printed = [];
    await listUploads(target(shop.apiKey), context());
    return printed.join('\n');
  };
  const ordersOf = async (shop: Shop) => (await shop.rows<{ order_key: string }>('orders', 'order_key')).length;

  it('lists what was imported, and removes it', async () => {
    const shop = await system.shop();
    expect(await listed(shop)).toBe('Nothing was uploaded yet.');
    await importFile(shop, system.api.url, ROWS);
    expect(await ordersOf(shop)).toBe(2);
    const line = await listed(shop);
    expect(line).toMatch(
      /^[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}complete {2}2 orders {2}2 customers {2}2026-03-10 to 2026-03-11 {2}150\.00 EUR {2}orders\.csv$/,
    );
    const id = line.slice(0, 36);
    printed = [];
    await removeUpload(id.toUpperCase(), target(shop.apiKey), context());
    expect(printed.at(-1)).toBe('Removed 2 entries. The scores follow by themselves.');
    expect(await ordersOf(shop)).toBe(0);
    expect(await listed(shop)).toContain(`${id}  `);
    expect(await listed(shop)).toContain('removed  2 orders');
    printed = [];
    await removeUpload(id, target(shop.apiKey), context());
    expect(printed.at(-1)).toBe('It was removed before. Nothing to do.');
  });

  it('does not wait for the end when it is told so', async () => {
    const shop = await system.shop();
    await importFile(shop, system.api.url, ROWS);
    await removeUpload((await listed(shop)).slice(0, 36), { ...target(shop.apiKey), wait: false }, context());
    expect(printed.at(-1)).toContain('The service removes it now.');
  });

  it('finds no upload of another tenant, and says what is missing', async () => {
    const [shop, other] = [await system.shop(), await system.shop()];
    await importFile(shop, system.api.url, ROWS);
    const id = (await listed(shop)).slice(0, 36);
    expect(await listed(other)).toBe('Nothing was uploaded yet.');
    await expect(removeUpload(id, target(other.apiKey), context())).rejects.toThrow(`There is no upload with the id "${id}"`);
    await expect(removeUpload('first', target(shop.apiKey), context())).rejects.toThrow('There is no upload with the id "first"');
    await expect(listUploads(target('ck_live_wrong'), context())).rejects.toThrow('The API key was refused');
    await expect(listUploads({ tenant: 'Nobody' }, context())).rejects.toThrow('There is no tenant "Nobody" here yet');
    await expect(listUploads({}, context())).rejects.toThrow('There is no API key');
    expect(await ordersOf(shop)).toBe(2);
  });

  it('needs a key for everything to remove', async () => {
    const { owner, shop } = await merchantOf(system);
    await importFile(shop, system.api.url, ROWS);
    const id = (await listed(shop)).slice(0, 36);
    const { body } = await owner.post('/tenant/api-keys', { name: 'Reader', scope: 'read' }).expect(201);
    const { api_key: reader } = body as { api_key: string };
    await expect(removeUpload(id, target(reader), context())).rejects.toThrow(/The service refused the removal with 403/);
    expect(await ordersOf(shop)).toBe(2);
  });
});
