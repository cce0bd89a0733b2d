import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, newId } from '#libs/core';
import { newApiKey } from '#libs/credentials';
import { type AuditOrigin, Database, recordAudit } from '#libs/database';
import { ApiKeyEntity } from '#libs/entities';
import { type AccountCaller, ApiKeys } from '#libs/guards';
import type { NewApiKeyDto } from './tenant.dto.js';
import { lockForOwner } from '../http/access/lock-for-owner.js';
import { OutgoingMail } from '../mail/outgoing-mail.js';
import { endApiKeys } from './end-api-keys.sql.js';

/** Gives a tenant a new API key and makes its current keys expire. */
@Injectable()
export class RegenerateApiKey {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /** @param graceHours the time for which the current keys stay valid. A key with an earlier expiry keeps it. */
  async regenerate(caller: AccountCaller, graceHours: number, origin: AuditOrigin): Promise<NewApiKeyDto> {
    const now = this.clock.now();
    const { key, hash, prefix } = newApiKey();
    const ended = await this.database.transaction(caller.tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      const before = await endApiKeys(db, now, new Date(now.getTime() + graceHours * HOUR_MS));
      await db.repository(ApiKeyEntity).insert({ id: newId(), keyHash: hash, prefix, createdAt: now, expiresAt: null });
      const details = { prefix, grace_period_hours: graceHours, replaced: before.length };
      await recordAudit(db, { action: 'api_key.regenerated', ...origin, details }, now);
      await this.outgoing.notify(db, { kind: 'api_key_replaced', prefix }, now);
      return before;
    });
    this.outgoing.wakeSender();
    this.keys.forget(ended.map(({ key_hash: known }) => known));
    const last = Math.max(...ended.map(({ expires_at: at }) => at.getTime()));
    return {
      api_key: key,
      prefix,
      created_at: now.toISOString(),
      previous_key_expires_at: ended.length === 0 ? null : new Date(last).toISOString(),
    };
  }
}
