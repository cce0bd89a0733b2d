import { Injectable } from '@nestjs/common';
import {
  type AudiencePreview,
  type CampaignChoice,
  type CampaignRow,
  type Choice,
  freezeSend,
  type FrozenSend,
  lockCampaigns,
  NO_CAMPAIGN,
  type Planned,
  powerBefore,
  previewAudience,
  readScoredHorizon,
  readShopWindow,
  type SendDelay,
  sendDelay,
} from '#libs/campaigns';
import { busy, Clock, conflict, FairSlots, invalid, LIMITS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import type { AudiencePreviewDto, CampaignPreviewDto, CampaignSendDto, SendCampaignDto } from './campaign-sending.dto.js';
import type { PreviewAudienceDto } from './campaign.dto.js';
import { Log } from '#libs/observability';
import { toArmPower } from './arms/to-arm-results.js';
import { toPower } from './campaign-results.js';
import { choiceOf } from './campaign-settings.js';
import { requireCampaign } from './manage-campaigns.js';
import { requireSegment } from './require-segment.js';
import { storeCampaign } from './manage-campaigns.sql.js';
import { findSend, hasWebhookSecret } from './send-campaign.sql.js';

/** Choices of an audience that a process makes at once, and for one tenant: each may sort a million customers in 128 MB of Postgres. */
const CHOICES = { slots: 4, perKey: 1, mostWaiting: 8, mostWaitMs: LIMITS.campaign.chooseMs };

/** Previews the audience of a campaign, and sends the campaign. */
@Injectable()
export class SendCampaign {
  private readonly choices = new FairSlots({ ...CHOICES, refuse: () => busy('the choice of audiences') });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @throws AppError `not_found` when the tenant does not have this campaign. */
  async preview(tenantId: TenantId, id: string, input: SendCampaignDto): Promise<CampaignPreviewDto> {
    const choice = { maxRecipients: input.max_recipients ?? null, among: null };
    const found = await this.choose(tenantId, async (db) => this.previewOf(db, await requireCampaign(db, id), choice));
    return Object.assign({ campaign_id: id.toLowerCase() }, found);
  }

  /**
   * Previews the audience of settings that are not stored yet. The members of a new campaign's control group depend on its id, so they are
   * an example here. Its size is exact.
   * @throws AppError `not_found` when the tenant does not have this campaign.
   */
  async previewUnsaved(tenantId: TenantId, input: PreviewAudienceDto): Promise<AudiencePreviewDto> {
    const campaignId = input.campaign_id ?? null;
    return this.choose(tenantId, async (db) => {
      await requireSegment(db, input.audience);
      const id = campaignId === null ? NO_CAMPAIGN : (await requireCampaign(db, campaignId)).id;
      const settings = { id, ...choiceOf(input), window_days: input.window_days ?? null };
      return this.previewOf(db, settings, { maxRecipients: null, among: null });
    });
  }

  private async previewOf(db: TenantDb, campaign: Previewed, choice: Choice): Promise<AudiencePreviewDto> {
    const window = campaign.window_days ?? (await readShopWindow(db));
    const found = await previewAudience(db, campaign, choice, this.clock.now());
    const planned = await plannedOf(db, found, { windowDays: window, effect: campaign.hoped_effect });
    return {
      ...toPreview(found),
      window_days: window,
      power: planned === null ? null : toPower(powerBefore(planned)),
      arms: campaign.arms.map(({ name }, place) => ({ name, recipients_count: found.arms[place] ?? 0 })),
      arm_power: planned === null ? null : toArmPower(found.arms, planned),
    };
  }

  /**
   * Selects the recipients once per key; the workers deliver. The same key with the same body always gets the same answer.
   * @param key the value of the header Idempotency-Key; undefined without it
   * @throws AppError `validation_error` without a usable key; `not_found`; `conflict` for a key that was used with another body, for a campaign that
   * is paused or archived, while its last send is being prepared, without a secret to sign with, and with too many deliveries in progress
   */
  async send(tenantId: TenantId, id: string, asked: SendAsked): Promise<CampaignSendDto> {
    const maxRecipients = asked.body.max_recipients ?? null;
    const body = JSON.stringify({ max_recipients: maxRecipients });
    const now = this.clock.now();
    const decide = async (db: TenantDb): Promise<{ send: FrozenSend; isNew: boolean }> => {
      await lockCampaigns(db);
      const campaign = await requireCampaign(db, id);
      const key = requireKey(asked.key);
      const former = await findSend(db, campaign.id, key);
      if (former !== null && former.request !== body) throw conflict('Idempotency-Key was used before with another body');
      if (former !== null) return { send: former, isNew: false };
      await requireSendable(db, campaign, now);
      const send = await freezeSend(db, campaign, { source: 'manual', request: { key, body }, maxRecipients, among: null }, now);
      if (mayBecomeActive(campaign)) await storeCampaign(db, campaign.id, { ...campaign, status: 'active' }, null, now);
      await recordAudit(db, { action: 'campaign.sent', ...asked.origin, details: detailsOf(campaign, send) }, now);
      return { send, isNew: true };
    };
    const { send, isNew } = await this.choose(tenantId, decide);
    if (isNew) this.log.info('campaign.sent', { tenantId, campaignId: id, sendId: send.id, recipients: send.recipients_count });
    return {
      campaign_id: id.toLowerCase(),
      recipients_count: send.recipients_count,
      holdout_count: send.holdout_count,
      delivery_ids: send.delivery_ids,
    };
  }

  /** @throws AppError `service_unavailable` when other choices of the tenant take too long */
  private choose<T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>): Promise<T> {
    return this.choices.use(tenantId, () => this.database.transaction(tenantId, work, LIMITS.campaign.chooseMs), 1);
  }
}

type Previewed = CampaignChoice & Pick<CampaignRow, 'window_days' | 'arms' | 'hoped_effect'>;

/** Returns the facts that decide what the send could show; null without scores. */
async function plannedOf(
  db: TenantDb,
  { recipients, holdout, mean_score: meanScore }: AudiencePreview,
  hoped: Pick<Planned, 'windowDays' | 'effect'>,
): Promise<Planned | null> {
  const horizonDays = meanScore === null ? null : await readScoredHorizon(db);
  return meanScore === null || horizonDays === null ? null : { treated: recipients, holdout, meanScore, horizonDays, ...hoped };
}

const toPreview = (found: AudiencePreview) => ({
  recipients_count: found.recipients,
  recipients_revenue_at_risk: found.recipients_at_risk,
  customer_external_ids: found.ids,
  audience_count: found.matching,
  audience_revenue_at_risk: found.at_risk,
  left_out: {
    holdout: found.holdout,
    cooldown: found.cooldown,
    erased: found.erased,
    max_recipients: found.eligible - found.recipients - found.holdout,
    unscored: found.unscored,
    other_control: found.other_control,
    tenant_control: found.tenant_control,
    reserved: found.reserved,
    unsubscribed: found.unsubscribed,
    no_consent: found.no_consent,
  },
});

interface SendAsked {
  readonly key: string | undefined;
  readonly body: SendCampaignDto;
  readonly origin: AuditOrigin;
}

async function requireSendable(db: TenantDb, { id, status, channel }: CampaignRow, now: Date): Promise<void> {
  if (status === 'paused' || status === 'archived') throw conflict(`the campaign is ${status}: only one that is draft or active is sent`);
  if (channel === 'webhook' && !(await hasWebhookSecret(db))) throw conflict('no webhook secret is set to sign with');
  const delay = await sendDelay(db, id, now);
  if (delay !== null) throw conflict(DELAYS[delay]);
}

const DELAYS: Readonly<Record<SendDelay, string>> = {
  preparing: 'the deliveries of the last send are still being made: try again in a minute',
  too_many_parts: `your campaigns have ${LIMITS.campaign.partsUnderWay} deliveries under way: try again when some have arrived`,
  too_many_sends: `your campaigns were sent ${LIMITS.campaign.sendsPerHour} times within an hour, which is the most: try again later`,
  too_many_recipients: `your campaigns have had more than ${LIMITS.campaign.recipientsPerDay.perCustomer} recipients for each of your customers within a day: try again later`,
};

/**
 * Returns whether sending makes a draft active. A draft with a schedule or a trigger, which would send automatically, stays one until its owner
 * activates it.
 */
const mayBecomeActive = ({ status, schedule, trigger }: CampaignRow): boolean =>
  status === 'draft' && schedule === null && trigger === null;

const detailsOf = (campaign: CampaignRow, send: FrozenSend): Record<string, string | number> => ({
  campaign_id: campaign.id,
  recipients_count: send.recipients_count,
  holdout_count: send.holdout_count,
});

const KEY = new RegExp(String.raw`^[\x21-\x7e]{1,${LIMITS.campaign.idempotencyKeyLength}}$`);

function requireKey(key: string | undefined): string {
  if (key !== undefined && KEY.test(key)) return key;
  const what = key === undefined ? 'missing' : `${key.length} characters long, or holds others`;
  const message = `the header Idempotency-Key is ${what}: it must be 1 to ${LIMITS.campaign.idempotencyKeyLength} printable ASCII characters without spaces`;
  throw invalid('Idempotency-Key', 'idempotency_key', message);
}
