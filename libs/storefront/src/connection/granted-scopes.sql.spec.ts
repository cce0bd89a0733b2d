import type { TenantDb } from '#libs/database';
import { followScopes, mayReadAllOrders, readsItems } from './granted-scopes.sql.js';

describe('The permissions of a shop', () => {
  it('begin the import again when they show more orders or items, and no others do', async () => {
    let sql = '';
    const query = async (text: string): Promise<never[]> => {
      sql = text;
      return Promise.resolve([]);
    };
    await followScopes({ query } as unknown as TenantDb, 'connection', 'read_orders');
    const scopes = ['read_orders', 'read_customers', 'read_all_orders', 'read_products', 'write_products'];
    const showMore = scopes.filter((scope) => mayReadAllOrders(scope) || readsItems({ platform: 'shopify', scopes: scope }));
    expect(showMore).toEqual(['read_all_orders', 'read_products', 'write_products']);
    expect(new Set(sql.match(/\b(?:read|write)_\w+/g))).toEqual(new Set(showMore));
  });
});
