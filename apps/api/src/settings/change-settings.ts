import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { planRunsAnew } from '#libs/campaigns';
import { type AppError, Clock, DAY_MS, hasLink, invalid, NAME_WITHOUT_LINK, notFound, readTimeZone } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { nextDigest } from '#libs/digest';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import { openSettingsJob, requestPastReplay } from '#libs/work';
import { type LabelThresholds, TenantEntity } from '#libs/entities';
import { type AccountCaller, requireFreshProof } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { type JobOrigin, JobPublisher } from '#libs/queues';
import type { ChangedSettingsDto, ChangeSettingsDto } from './settings.dto.js';
import { toSettings } from './get-settings.js';

/** The settings that a caller may change, in the form that we store. */
type Settings = Pick<
  TenantEntity,
  | 'name'
  | 'currency'
  | 'timezone'
  | 'labelThresholds'
  | 'horizonDays'
  | 'retentionMonths'
  | 'controlPercent'
  | 'contactCost'
  | 'customerUrl'
  | 'allowedDataFields'
>;

/** Scores, labels and amounts depend on these settings. */
const SCORED_WITH = ['currency', 'labelThresholds', 'horizonDays'] as const satisfies (keyof Settings)[];

/** Changes settings, and starts a recalculation when scores depend on them. */
@Injectable()
export class ChangeSettings {
  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
    private readonly ingestion: Ingestion,
  ) {}

  /** @throws AppError `validation_error` for a name with a link while the caller's e-mail address is not verified; `forbidden` for a new `customer_url` without a fresh proof. */
  async change(caller: AccountCaller, patch: ChangeSettingsDto, origin: AuditOrigin, cause: JobOrigin): Promise<ChangedSettingsDto> {
    const { tenantId, isVerified } = caller;
    if (!isVerified && patch.name !== undefined && hasLink(patch.name)) throw nameWithLink();
    const now = this.clock.now();
    const changed = await this.database.transaction(tenantId, (db) => change(db, toPatch(patch), { caller, origin, now }));
    this.ingestion.rules.forget(tenantId);
    if (changed.job_id !== null) this.publisher.recalculate({ v: 1, tenantId, jobId: changed.job_id, origin: cause });
    return changed;
  }
}

interface Change {
  readonly caller: AccountCaller;
  readonly origin: AuditOrigin;
  readonly now: Date;
}

async function change(db: TenantDb, patch: Partial<Settings>, { caller, origin, now }: Change): Promise<ChangedSettingsDto> {
  const tenants = db.repository(TenantEntity);
  // The lock makes concurrent changes wait, so that the second one sees the result of the first.
  const tenant = await tenants.findOne({}, { lock: 'for_no_key_update' });
  if (tenant === null) throw notFound('tenant');
  const differing = differencesOf(tenant, patch);
  const fields = Object.keys(differing) as (keyof Settings)[];
  if (fields.length === 0) return Object.assign(toSettings(tenant), { job_id: null });
  // The page of each customer links to it, with the customer id.
  if (differing.customerUrl != null) requireFreshProof(caller, now);
  const changesMoney = 'currency' in differing || 'horizonDays' in differing;
  await tenants.update({}, { ...differing, ...(changesMoney && { moneySince: now }) });
  await recordAudit(db, { action: 'settings.changed', ...origin, details: { fields: fields.map(toWireName) } }, now);
  if (differing.timezone !== undefined) {
    await planRunsAnew(db, now);
    await tenants.update({}, { nextDigestAt: digestAfterMove(differing.timezone, tenant.nextDigestAt, now) });
  }
  const changesScores = SCORED_WITH.some((field) => field in differing);
  const job = changesScores ? await openSettingsJob(db, now) : null;
  if (changesScores) await requestPastReplay(db, now);
  return Object.assign(toSettings(Object.assign(tenant, differing)), { job_id: job?.jobId ?? null });
}

function differencesOf(tenant: TenantEntity, patch: Partial<Settings>): Partial<Settings> {
  const differing = Object.entries(patch).filter(([field, value]) => !isDeepStrictEqual(tenant[field as keyof Settings], value));
  return Object.fromEntries(differing);
}

function toPatch({
  name,
  currency,
  timezone,
  label_thresholds: thresholds,
  horizon_days: horizonDays,
  retention_months: retentionMonths,
  control_percent: controlPercent,
  contact_cost: contactCost,
  customer_url: customerUrl,
  allowed_data_fields: allowedDataFields,
}: ChangeSettingsDto): Partial<Settings> {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(currency !== undefined && { currency }),
    ...(timezone !== undefined && { timezone: readTimeZone(timezone) ?? timezone }),
    ...(thresholds !== undefined && { labelThresholds: thresholds === null ? null : thresholdsOf(thresholds) }),
    ...(horizonDays !== undefined && { horizonDays }),
    ...(retentionMonths !== undefined && { retentionMonths }),
    ...(controlPercent !== undefined && { controlPercent }),
    ...(contactCost !== undefined && { contactCost: contactCost.toFixed(2) }),
    ...(customerUrl !== undefined && { customerUrl }),
    ...(allowedDataFields != null && { allowedDataFields: [...new Set(allowedDataFields)].toSorted() }),
  };
}

/** Each week has one weekly mail: it comes at least a day after the previous one, even when the shop changes its time zone. */
function digestAfterMove(timezone: string, planned: Date, now: Date): Date {
  const dayAfterLast = new Date(planned.getTime() - 6 * DAY_MS);
  return nextDigest(timezone, dayAfterLast > now ? dayAfterLast : now);
}

const thresholdsOf = ({ medium, high, critical }: LabelThresholds): LabelThresholds => ({ medium, high, critical });

const WIRE_NAMES = {
  name: 'name',
  currency: 'currency',
  timezone: 'timezone',
  labelThresholds: 'label_thresholds',
  horizonDays: 'horizon_days',
  retentionMonths: 'retention_months',
  controlPercent: 'control_percent',
  contactCost: 'contact_cost',
  customerUrl: 'customer_url',
  allowedDataFields: 'allowed_data_fields',
} satisfies Record<keyof Settings, string>;

const toWireName = (field: keyof Settings): string => WIRE_NAMES[field];

const nameWithLink = (): AppError => invalid('name', 'hasNoLink', `name must be ${NAME_WITHOUT_LINK}`);
