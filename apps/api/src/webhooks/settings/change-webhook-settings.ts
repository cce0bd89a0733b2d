import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock, notFound, endpointIdOf } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import { AllowedUrls, enableEndpoint, retryWaitingNow } from '#libs/delivery';
import type { ChangeWebhookSettingsDto, WebhookSettingsDto } from './webhook-settings.dto.js';
import type { AccountCaller } from '#libs/guards';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { lockForRole } from '../../http/access/lock-for-role.js';
import { readWebhookSettings } from './get-webhook-settings.js';
import { expectUrlFree } from '../../destinations/url-taken.js';
import { findWebhookSettings, type StoredEndpoint, storeEndpoint, type WebhookSettingsRow } from './webhook-settings.sql.js';

/** The settings that a caller may change, in the form that we store. */
type EndpointPatch = Partial<Omit<StoredEndpoint, 'disabledReason'>>;

@Injectable()
export class ChangeWebhookSettings {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly urls: AllowedUrls,
    private readonly publisher: JobPublisher,
  ) {}

  /** @throws AppError `validation_error` when the URL is not allowed, `conflict` when another destination has it. */
  async change(caller: AccountCaller, patch: ChangeWebhookSettingsDto, origin: AuditOrigin, cause: JobOrigin): Promise<WebhookSettingsDto> {
    const url = typeof patch.url === 'string' ? await this.urls.check('url', patch.url) : patch.url;
    const checked = toPatch(patch, url);
    const now = this.clock.now();
    const settings = await this.database.transaction(caller.tenantId, async (db) => {
      // The caller may have lost the role, or the session, while the name of the URL was resolved.
      await lockForRole(db, caller, 'admin', now);
      await change(db, checked, origin, now);
      return readWebhookSettings(db, now);
    });
    this.publisher.wakeDelivery(caller.tenantId, cause);
    return settings;
  }
}

async function change(db: TenantDb, patch: EndpointPatch, origin: AuditOrigin, now: Date): Promise<void> {
  const row = await findWebhookSettings(db, now);
  if (row === null) throw notFound('tenant');
  const before = toEndpoint(row);
  const after = changedFields(before, patch);
  const fields = (Object.keys(after) as (keyof StoredEndpoint)[]).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (fields.length === 0) return;
  if (after.url !== null) await expectUrlFree(db, after.url, db.tenantId);
  await storeEndpoint(db, after, now);
  if (after.url !== null && after.enabled && (!before.enabled || after.url !== before.url)) {
    await enableEndpoint(db, endpointIdOf(db.tenantId, after.url));
  }
  // A worker applies the change when it next leases the endpoint: waiting deliveries move to the new URL, are given up, or are retried.
  const urls = [before.url, after.url].filter((url) => url !== null);
  await retryWaitingNow(
    db,
    [...new Set(urls)].map((url) => endpointIdOf(db.tenantId, url)),
  );
  await recordAudit(db, { action: 'webhook.changed', ...origin, details: { fields: fields.map((field) => WIRE_NAMES[field]) } }, now);
}

/** Returns the endpoint after the change. An endpoint that the service disabled is enabled by a new URL, or explicitly. */
function changedFields(before: StoredEndpoint, patch: EndpointPatch): StoredEndpoint {
  const after = { ...before, ...patch };
  const enabled = patch.enabled ?? (before.enabled || (before.disabledReason !== null && after.url !== before.url));
  return { ...after, enabled, disabledReason: enabled || patch.enabled === false ? null : before.disabledReason };
}

function toPatch(body: ChangeWebhookSettingsDto, url: EndpointPatch['url']): EndpointPatch {
  const { enabled, event_types: eventTypes, score_delta_threshold: scoreDeltaThreshold } = body;
  return {
    ...(url !== undefined && { url }),
    ...(enabled !== undefined && { enabled }),
    ...(eventTypes !== undefined && { eventTypes }),
    ...(scoreDeltaThreshold !== undefined && { scoreDeltaThreshold }),
  };
}

const toEndpoint = (row: WebhookSettingsRow): StoredEndpoint => ({
  url: row.url,
  enabled: row.enabled,
  disabledReason: row.disabled_reason,
  eventTypes: row.event_types,
  scoreDeltaThreshold: row.score_delta_threshold,
});

const WIRE_NAMES = {
  url: 'url',
  enabled: 'enabled',
  disabledReason: 'disabled_reason',
  eventTypes: 'event_types',
  scoreDeltaThreshold: 'score_delta_threshold',
} satisfies Record<keyof StoredEndpoint, string>;
