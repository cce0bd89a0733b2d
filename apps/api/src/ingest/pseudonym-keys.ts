import { Injectable } from '@nestjs/common';
import { notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { pseudonymKeyOf, SecretBox } from '#libs/tenants';
import { LRUCache } from 'lru-cache';
import type { PseudonymKeyDto } from './pseudonym-key.dto.js';

// Needs the primary keys of orders and score_requests. An order waits in a request until a worker has folded it.
const SHOP = `
SELECT currency,
  EXISTS (SELECT 1 FROM orders WHERE tenant_id = $1) OR EXISTS (SELECT 1 FROM score_requests WHERE tenant_id = $1) AS has_orders
FROM tenants WHERE id = $1`;

/** Reads the keys of the tenants' pseudonyms. A key never changes, so the cache needs a size limit but no expiry. */
@Injectable()
export class PseudonymKeys {
  private readonly keys = new LRUCache<TenantId, Buffer>({
    max: 5000,
    fetchMethod: (tenantId) => this.database.transaction(tenantId, (db) => pseudonymKeyOf(db, this.box)),
  });

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** @returns 32 bytes. @throws AppError `service_unavailable` when the key cannot be opened. */
  keyOf(tenantId: TenantId): Promise<Buffer> {
    return this.keys.forceFetch(tenantId);
  }

  /** Returns the key as an import gets it. */
  async show(tenantId: TenantId): Promise<PseudonymKeyDto> {
    const key = (await this.keyOf(tenantId)).toString('base64');
    const [shop] = await this.database.transaction(tenantId, (db) => db.query<Pick<PseudonymKeyDto, 'has_orders' | 'currency'>>(SHOP));
    if (shop === undefined) throw notFound('tenant');
    return { key, algorithm: 'HMAC-SHA256', ...shop };
  }
}
