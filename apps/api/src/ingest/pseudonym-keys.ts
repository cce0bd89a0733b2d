import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { pseudonymKeyOf, SecretBox } from '#libs/tenants';
import { LRUCache } from 'lru-cache';
import type { PseudonymKeyDto } from './pseudonym-key.dto.js';

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
    return { key: (await this.keyOf(tenantId)).toString('base64'), algorithm: 'HMAC-SHA256' };
  }
}
