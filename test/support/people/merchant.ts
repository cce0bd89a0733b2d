import type { ChurnSystem } from '../servers/churn-system.js';
import type { Person } from './person.js';
import { Shop } from '../shop/shop.js';

/** A tenant with a signed-in owner and a server that has its API key, with rate limits that no test reaches and no control group. */
export interface Merchant {
  readonly owner: Person;
  readonly shop: Shop;
}

export async function merchantOf(system: ChurnSystem): Promise<Merchant> {
  const owner = await system.register();
  await system.owner.query('UPDATE tenants SET rate_limit_per_minute = 1000000, control_percent = 0 WHERE id = $1', [owner.tenantId]);
  return { owner, shop: new Shop(system.api.url, owner.tenantId, owner.apiKey, system.owner) };
}

/** A signed-in person with a role in a tenant without an owner. */
export async function memberOf(system: ChurnSystem, role: 'admin' | 'member' | 'viewer' = 'member'): Promise<Person> {
  const { owner } = await merchantOf(system);
  await system.owner.query('UPDATE users SET role = $2 WHERE tenant_id = $1', [owner.tenantId, role]);
  return owner;
}
