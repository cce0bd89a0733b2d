import { type CampaignChoice, nextRun } from '#libs/campaigns';
import {
  CAMPAIGN_TRANSITIONS,
  type CampaignArm,
  type CampaignAudience,
  type CampaignStatus,
  type CampaignTrigger,
  conflict,
  DEFAULT_AUDIENCE,
  DEFAULT_HOPED_EFFECT,
  EVERYBODY,
  invalid,
  LIMITS,
  OVERDUE_AUDIENCE,
  SECOND_DUE_AUDIENCE,
} from '#libs/core';
import type { NewCampaignArmDto } from './arms/campaign-arm.dto.js';
import type { ChangeCampaignDto, CreateCampaignDto, PreviewAudienceDto } from './campaign.dto.js';
import type { CampaignSettings } from './manage-campaigns.sql.js';

/** The defaults of a campaign. */
const DEFAULTS = {
  channel: 'webhook',
  webhook_url: null,
  status: 'draft',
  audience: DEFAULT_AUDIENCE,
  holdout_percent: LIMITS.campaign.holdoutPercent.default,
  cooldown_days: LIMITS.campaign.cooldownDays.default,
  window_days: null,
  contact_within_window: false,
  max_recipients: null,
  include_unsubscribed: false,
  schedule: null,
  trigger: null,
  arms: [],
  hoped_effect: DEFAULT_HOPED_EFFECT,
} as const satisfies Partial<CampaignSettings>;

/** Returns the selection rules of these settings. Missing settings take the defaults of a new campaign. */
export function choiceOf({
  audience,
  holdout_percent,
  cooldown_days,
  contact_within_window,
  max_recipients,
  include_unsubscribed,
  arms,
  hoped_effect,
}: PreviewAudienceDto): Omit<CampaignChoice, 'id'> & Pick<CampaignSettings, 'arms' | 'hoped_effect'> {
  return {
    audience: audience === undefined ? DEFAULTS.audience : { ...EVERYBODY, ...audience },
    holdout_percent: holdout_percent ?? DEFAULTS.holdout_percent,
    cooldown_days: cooldown_days ?? DEFAULTS.cooldown_days,
    contact_within_window: contact_within_window ?? DEFAULTS.contact_within_window,
    max_recipients: max_recipients ?? null,
    include_unsubscribed: include_unsubscribed ?? DEFAULTS.include_unsubscribed,
    arms: armsOf(arms ?? DEFAULTS.arms),
    hoped_effect: hoped_effect ?? DEFAULTS.hoped_effect,
  };
}

/** Returns valid arms in the form that we store. */
const armsOf = (arms: readonly NewCampaignArmDto[]): CampaignArm[] =>
  arms.map(({ name, text, contact_cost, redemption_cost }) => ({
    name: name.trim(),
    text: text == null || text.trim() === '' ? null : text,
    contact_cost: contact_cost ?? 0,
    redemption_cost: redemption_cost ?? 0,
  }));

/** The default audience of a new campaign with this trigger, where it differs from that of other campaigns. */
const AUDIENCE_OF: Partial<Record<CampaignTrigger, CampaignAudience>> = {
  overdue: OVERDUE_AUDIENCE,
  second_order_due: SECOND_DUE_AUDIENCE,
};

/**
 * @param url the validated URL of the input; null when it has none
 * @throws AppError `validation_error` for a URL or a trigger that does not go with the channel.
 */
export function newSettings(patch: CreateCampaignDto, url: string | null): CampaignSettings {
  const audience = (patch.trigger != null && AUDIENCE_OF[patch.trigger]) || DEFAULTS.audience;
  return checkedChannel({ ...DEFAULTS, audience, name: patch.name, webhook_url: url, ...optionalSettings(patch) });
}

/**
 * @param url the validated URL of the patch; null when the patch has none
 * @throws AppError `conflict` for a status that cannot follow, for another channel or number of arms of a campaign that was sent, and for every
 * change of an archived campaign; `validation_error` for a URL or a trigger that does not go with the channel.
 */
export function changedSettings(before: Before, patch: ChangeCampaignDto, url: string | null): CampaignSettings {
  if (before.status === 'archived') throw conflict('the campaign is archived: it cannot be changed any more');
  if (patch.status !== undefined && !mayFollow(before.status, patch.status)) {
    const allowed = CAMPAIGN_TRANSITIONS[before.status].join(' or ');
    throw conflict(`status is ${patch.status}: a campaign that is ${before.status} can only become ${allowed}`);
  }
  const channel = patch.channel ?? before.channel;
  if (channel !== before.channel && before.last_sent_at !== null)
    throw conflict(`channel is ${channel}: the campaign was sent by ${before.channel}, so it keeps that channel`);
  const { length: arms } = patch.arms ?? before.arms;
  if (arms !== before.arms.length && before.last_sent_at !== null)
    throw conflict(
      `arms has ${arms} offers: the campaign was sent with ${before.arms.length}, so their number cannot change. Create another campaign`,
    );
  if (before.last_sent_at !== null && patch.arms !== undefined) requireSamePlaces(before.arms, armsOf(patch.arms));
  return checkedChannel({
    ...before,
    ...(channel === 'download' && { webhook_url: null }),
    ...(patch.name !== undefined && { name: patch.name }),
    ...(url !== null && { webhook_url: url }),
    ...optionalSettings(patch),
  });
}

/** Results know an arm by its place, so an arm that moves would take over those of another one. @throws AppError `conflict` */
function requireSamePlaces(before: readonly CampaignArm[], after: readonly CampaignArm[]): void {
  for (const [place, { name }] of after.entries()) {
    const former = before.findIndex((arm) => arm.name.toLowerCase() === name.toLowerCase());
    if (former !== -1 && former !== place)
      throw conflict(
        `arms[${place}].name is ${JSON.stringify(name)}: the campaign was sent with it as arms[${former}], and results go by the place. Keep the order`,
      );
  }
}

type Before = CampaignSettings & { readonly last_sent_at: Date | null };

function checkedChannel<Settings extends CampaignSettings>(settings: Settings): Settings {
  const { channel, webhook_url: url, trigger } = settings;
  if (channel === 'webhook' && url === null)
    throw invalid('webhook_url', 'missing', 'webhook_url is missing: the channel webhook needs the URL of your server');
  if (channel === 'download' && url !== null)
    throw invalid('webhook_url', 'not_allowed', 'webhook_url is given: the channel download has none, so leave it out');
  if (channel === 'download' && trigger !== null)
    throw invalid(
      'trigger',
      'not_allowed',
      `trigger is ${trigger}: the channel download has none, because nobody may be there to use the list`,
    );
  return settings;
}

const mayFollow = (before: CampaignStatus, after: CampaignStatus): boolean =>
  before === after || (CAMPAIGN_TRANSITIONS[before] as readonly CampaignStatus[]).includes(after);

function optionalSettings(patch: CreateCampaignDto | ChangeCampaignDto): Partial<CampaignSettings> {
  return {
    ...(patch.channel !== undefined && { channel: patch.channel }),
    ...(patch.status !== undefined && { status: patch.status }),
    ...(patch.audience !== undefined && { audience: { ...EVERYBODY, ...patch.audience } }),
    ...(patch.holdout_percent !== undefined && { holdout_percent: patch.holdout_percent }),
    ...(patch.cooldown_days !== undefined && { cooldown_days: patch.cooldown_days }),
    ...(patch.window_days !== undefined && { window_days: patch.window_days }),
    ...(patch.contact_within_window !== undefined && { contact_within_window: patch.contact_within_window }),
    ...(patch.max_recipients !== undefined && { max_recipients: patch.max_recipients }),
    ...(patch.include_unsubscribed !== undefined && { include_unsubscribed: patch.include_unsubscribed }),
    ...(patch.schedule !== undefined && { schedule: patch.schedule === null ? null : patch.schedule.trim() }),
    ...(patch.trigger !== undefined && { trigger: patch.trigger }),
    ...(patch.arms !== undefined && { arms: armsOf(patch.arms) }),
    ...(patch.hoped_effect !== undefined && { hoped_effect: patch.hoped_effect }),
  };
}

/**
 * Returns the next run of a campaign with these settings; null without a schedule, or while the campaign is not active.
 * @throws AppError `validation_error` for a schedule that never runs.
 */
export function nextRunOf({ schedule, status }: CampaignSettings, timezone: string, now: Date): Date | null {
  if (schedule === null) return null;
  const next = schedule.length > LIMITS.campaign.scheduleLength ? null : nextRun(schedule, timezone, now);
  if (next === null) {
    const allowed =
      'a cron expression of five fields (minute, hour, day of month, month, day of week) that comes some day, such as "0 9 * * 1"';
    throw invalid('schedule', 'schedule', `schedule is ${JSON.stringify(schedule.slice(0, 80))}: it must be ${allowed}`);
  }
  return status === 'active' ? next : null;
}
