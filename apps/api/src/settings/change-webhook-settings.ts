import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { AppError, Clock, notFound, OUTBOUND_EVENT_TYPES, endpointIdOf, type TenantId } from '#libs/core';
import { type AuditOrigin, Database, recordAudit, type TenantDb } from '#libs/database';
import { AddressGuard, enableEndpoint, retryEndpointsNow, validateWebhookUrl, type WebhookUrlRules } from '#libs/delivery';
import type { ChangeWebhookSettingsDto, WebhookSettingsDto } from './webhook-settings.dto.js';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import { readWebhookSettings } from './get-webhook-settings.js';
import { findWebhookSettings, type StoredEndpoint, storeEndpoint, type WebhookSettingsRow } from './webhook-settings.sql.js';

/** The settings that a caller may change, in the form that we store. */
type EndpointPatch = Partial<Omit<StoredEndpoint, 'disabledReason'>>;

@Injectable()
export class ChangeWebhookSettings {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly guard: AddressGuard,
    private readonly publisher: JobPublisher,
  ) {}

  /** @throws AppError `validation_error` when the URL is not allowed. */
  async change(tenantId: TenantId, patch: ChangeWebhookSettingsDto, origin: AuditOrigin, cause: JobOrigin): Promise<WebhookSettingsDto> {
    const checked = toPatch(patch, this.config.webhooks);
    // DNS may be slow, so the check runs before the transaction.
    if (typeof checked.url === 'string' && (await this.guard.isBlocked(checked.url))) throw blockedAddress();
    const now = this.clock.now();
    const settings = await this.database.transaction(tenantId, async (db) => {
      await change(db, checked, origin, now);
      return readWebhookSettings(db, now);
    });
    this.publisher.wakeDelivery(tenantId, cause);
    return settings;
  }
}

async function change(db: TenantDb, patch: EndpointPatch, origin: AuditOrigin, now: Date): Promise<void> {
  await db.lockTenant();
  const row = await findWebhookSettings(db, now);
  if (row === null) throw notFound('tenant');
  const before = toEndpoint(row);
  const after = changedFields(before, patch);
  const fields = (Object.keys(after) as (keyof StoredEndpoint)[]).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (fields.length === 0) return;
  await storeEndpoint(db, after, now);
  if (after.url !== null && after.enabled && (!before.enabled || after.url !== before.url)) {
    await enableEndpoint(db, endpointIdOf(db.tenantId, after.url));
  }
  // A worker applies the change when it next leases the endpoint: waiting deliveries move to the new URL, are given up, or are retried.
  const urls = [before.url, after.url].filter((url) => url !== null);
  await retryEndpointsNow(db, [...new Set(urls)].map((url) => endpointIdOf(db.tenantId, url))); // prettier-ignore
  await recordAudit(db, { action: 'webhook.changed', ...origin, details: { fields: fields.map((field) => WIRE_NAMES[field]) } }, now);
}

/** Returns the endpoint after the change. An endpoint that the service disabled is enabled by a new URL, or explicitly. */
function changedFields(before: StoredEndpoint, patch: EndpointPatch): StoredEndpoint {
  const after = { ...before, ...patch };
  const enabled = patch.enabled ?? (before.enabled || (before.disabledReason !== null && after.url !== before.url));
  return { ...after, enabled, disabledReason: enabled || patch.enabled === false ? null : before.disabledReason };
}

function toPatch(body: ChangeWebhookSettingsDto, rules: WebhookUrlRules): EndpointPatch {
  const { url, enabled, event_types: eventTypes, score_delta_threshold: scoreDeltaThreshold } = body;
  return {
    ...(url !== undefined && { url: url === null ? null : allowedUrl(url, rules) }),
    ...(enabled !== undefined && { enabled }),
    ...(eventTypes !== undefined && { eventTypes: toStoredTypes(eventTypes) }),
    ...(scoreDeltaThreshold !== undefined && { scoreDeltaThreshold }),
  };
}

/** A list of all types is stored as null, so that it also covers types that we add later. */
const toStoredTypes = (types: StoredEndpoint['eventTypes'] & object): StoredEndpoint['eventTypes'] =>
  types.length === OUTBOUND_EVENT_TYPES.length ? null : [...types];

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

function allowedUrl(text: string, rules: WebhookUrlRules): string {
  const checked = validateWebhookUrl(text, rules);
  if (checked.kind === 'allowed') return checked.url;
  // The message does not repeat the URL, because it may contain a password.
  const message = `url ${checked.message}`;
  throw new AppError('validation_error', message, [{ field: 'url', code: checked.fault, message }]);
}

function blockedAddress(): AppError {
  const message = 'url leads to a private, local or reserved address: these are not allowed';
  return new AppError('validation_error', message, [{ field: 'url', code: 'blocked_address', message }]);
}
