import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, type TenantId } from '#libs/core';
import { type AuditOrigin, Database, recordAudit, rotateWebhookSecret, SecretBox } from '#libs/database';
import type { NewWebhookSecretDto } from './webhook-settings.dto.js';

@Injectable()
export class RotateWebhookSecret {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @param graceHours the time for which the current secret stays valid. */
  async rotate(tenantId: TenantId, graceHours: number, origin: AuditOrigin): Promise<NewWebhookSecretDto> {
    const now = this.clock.now();
    const made = await this.database.transaction(tenantId, async (db) => {
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
