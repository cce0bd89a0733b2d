import { Injectable } from '@nestjs/common';
import { Clock, notFound, DEFAULT_EVENT_TYPES, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { WebhookSettingsDto } from './webhook-settings.dto.js';
import { countDeliveries, findEndpointHealth, findWebhookSettings } from './webhook-settings.sql.js';

@Injectable()
export class GetWebhookSettings {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  get(tenantId: TenantId): Promise<WebhookSettingsDto> {
    return this.database.transaction(tenantId, (db) => readWebhookSettings(db, this.clock.now()));
  }
}

/** Returns the webhook settings and the health of the endpoint. @throws AppError `not_found` for a tenant that does not exist. */
export async function readWebhookSettings(db: TenantDb, now: Date): Promise<WebhookSettingsDto> {
  const row = await findWebhookSettings(db, now);
  if (row === null) throw notFound('tenant');
  const health = row.url === null ? null : await findEndpointHealth(db, row.url);
  const { pending, dead_letters: deadLetters } = await countDeliveries(db);
  return {
    url: row.url,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    secret_set: row.secret_created_at !== null,
    secret_hint: row.secret_hint,
    secret_created_at: row.secret_created_at?.toISOString() ?? null,
    previous_secret_expires_at: row.previous_secret_expires_at?.toISOString() ?? null,
    event_types: row.event_types ?? [...DEFAULT_EVENT_TYPES],
    score_delta_threshold: row.score_delta_threshold,
    last_success_at: health?.last_success_at?.toISOString() ?? null,
    last_failure_at: health?.last_failure_at?.toISOString() ?? null,
    consecutive_failures: health?.consecutive_failures ?? 0,
    pending_count: pending,
    dead_letter_count: deadLetters,
  };
}
