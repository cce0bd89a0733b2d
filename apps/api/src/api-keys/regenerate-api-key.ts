import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '#libs/core';
import { newApiKey } from '#libs/credentials';
import { Database } from '#libs/database';
import { type AuditOrigin, endApiKeys, insertApiKey, MAIN_KEY_NAME, recordAudit } from '#libs/tenants';
import { type AccountCaller, ApiKeys } from '#libs/guards';
import type { NewApiKeyDto } from './api-key.dto.js';
import { lockForOwner } from '../http/access/lock-for-role.js';
import { OutgoingMail } from '../mail/outgoing-mail.js';

/** Gives a tenant a new main key. The previous key expires, together with older ones that it replaced and that are still valid. Named keys stay. */
@Injectable()
export class RegenerateApiKey {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly outgoing: OutgoingMail,
    private readonly clock: Clock,
  ) {}

  /** @param graceHours the time for which the earlier main keys stay valid. A key with an earlier expiry keeps it. */
  async regenerate(caller: AccountCaller, graceHours: number, origin: AuditOrigin): Promise<NewApiKeyDto> {
    const now = this.clock.now();
    const { key, hash, prefix } = newApiKey();
    const ended = await this.database.transaction(caller.tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      const before = await endApiKeys(db, 'main', now, new Date(now.getTime() + graceHours * HOUR_MS));
      await insertApiKey(
        db,
        { hash, prefix, name: MAIN_KEY_NAME, scope: 'all', isMain: true, expiresAt: null, createdBy: caller.userId },
        now,
      );
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
