import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customer-row.js';

// Needs the primary key of customers.
const FIND_CUSTOMER = `
SELECT ${CUSTOMER_COLUMNS} FROM customers c JOIN tenants t ON t.id = c.tenant_id WHERE c.tenant_id = $1 AND c.id = $2`;

export async function findCustomer(db: TenantDb, id: CustomerId): Promise<CustomerRow | null> {
  const [row] = await db.query<CustomerRow>(FIND_CUSTOMER, [id]);
  return row ?? null;
}
