import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '#libs/core';
import { Database } from '#libs/database';
import { type AuditOrigin, recordAudit, rotateWebhookSecret, SecretBox } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
import { lockForOwner } from '../../http/access/lock-for-role.js';
import type { NewWebhookSecretDto } from './webhook-settings.dto.js';

@Injectable()
export class RotateWebhookSecret {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @param graceHours the time for which the current secret stays valid. */
  async rotate(caller: AccountCaller, graceHours: number, origin: AuditOrigin): Promise<NewWebhookSecretDto> {
    const now = this.clock.now();
    const made = await this.database.transaction(caller.tenantId, async (db) => {
      await lockForOwner(db, caller, now);
      const rotated = await rotateWebhookSecret(db, this.box, now, graceHours * HOUR_MS);
      const details = { hint: rotated.hint, grace_period_hours: graceHours };
      await recordAudit(db, { action: 'webhook_secret.created', ...origin, details }, now);
      return rotated;
    });
    return {
      secret: made.secret,
      created_at: made.createdAt.toISOString(),
      previous_secret_expires_at: made.previousExpiresAt?.toISOString() ?? null,
    };
  }
}
