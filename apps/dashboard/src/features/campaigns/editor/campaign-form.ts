import { z } from 'zod';
import type { CampaignAudienceDto, CampaignDto, CreateCampaignDto, PreviewAudienceDto, SegmentDto } from '../../../api/schema';
import { LIFECYCLES, type Lifecycle, TO_CONTACT } from '../../../api/lifecycle';
import { armFields, armFormOf, armsOf, NO_ARMS } from './arm-form';
import { LABELS } from '../../../components/risk-badge';
import { EVERY, NEW_SCHEDULE, readSchedule, writeSchedule } from '../schedule';
import { text } from '../text';

const t = text.errors;

/** The limits of the API. */
const MOST = { name: 100, holdout: 50, cooldown: 365, window: [7, 90], recipients: 10_000_000, money: 1e12 };

/** A number as typed text; an empty text means "not set". */
const typed = (error: string, isGood: (value: number) => boolean, mayBeEmpty = true) =>
  z.string().refine((value) => (value.trim() === '' ? mayBeEmpty : isGood(Number(value))), { error });

const isMoney = (value: number): boolean => value >= 0 && value <= MOST.money;
const isPercent = (value: number): boolean => value >= 0 && value <= 100;
const isWhole = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;

type OtherConditions = Omit<
  CampaignAudienceDto,
  'lifecycle' | 'labels' | 'min_score' | 'max_score' | 'min_monetary' | 'min_revenue_at_risk' | 'worth_contacting'
>;

const choiceFields = {
  lifecycle: z.array(z.enum(LIFECYCLES)),
  labels: z.array(z.enum(LABELS)),
  min_score: typed(t.percent, isPercent),
  max_score: typed(t.percent, isPercent),
  min_monetary: typed(t.money, isMoney),
  min_revenue_at_risk: typed(t.money, isMoney),
  worth_contacting: z.boolean(),
  holdout_percent: typed(t.holdout, (value) => isWhole(value, 0, MOST.holdout), false),
  cooldown_days: typed(t.cooldown, (value) => isWhole(value, 0, MOST.cooldown), false),
  window_days: typed(t.window, (value) => isWhole(value, MOST.window[0]!, MOST.window[1]!)),
  contact_within_window: z.boolean(),
  max_recipients: typed(t.most, (value) => isWhole(value, 1, MOST.recipients)),
  include_unsubscribed: z.boolean(),
  ...armFields(t.money),
  /** Conditions that the form does not show. They stay as they are. */
  others: z.custom<OtherConditions>(),
};

interface Range {
  readonly min_score: string;
  readonly max_score: string;
}
const isRange = ({ min_score: min, max_score: max }: Range): boolean => min === '' || max === '' || Number(min) <= Number(max);
const ORDER = { error: t.order, path: ['max_score'] };

const choiceRule = z.object(choiceFields).refine(isRange, ORDER);

export const campaignRule = z
  .object({
    ...choiceFields,
    name: z.string().trim().min(1, t.required).max(MOST.name, t.long),
    channel: z.enum(['download', 'webhook']),
    webhook_url: z.string().trim(),
    isScheduled: z.boolean(),
    every: z.enum(EVERY),
    time: z.string(),
    weekday: z.string(),
    monthDay: z.string(),
    cron: z.string(),
    isTriggered: z.boolean(),
    trigger: z.enum(['second_order_due', 'overdue', 'entered_high', 'entered_critical']),
  })
  .refine(isRange, ORDER)
  .refine(({ channel, webhook_url: url }) => channel === 'download' || /^https?:\/\/\S+$/.test(url), {
    error: t.url,
    path: ['webhook_url'],
  })
  .refine(({ isScheduled, every, time }) => !isScheduled || every === 'cron' || /^\d\d:\d\d$/.test(time), { error: t.time, path: ['time'] })
  .refine(({ isScheduled, every, cron }) => !isScheduled || every !== 'cron' || cron.trim().split(/\s+/).length === 5, {
    error: t.cron,
    path: ['cron'],
  });

type Segment = Pick<SegmentDto, 'id' | 'name'>;

/** Returns a campaign as values of the form. */
export type CampaignForm = z.infer<typeof campaignRule>;

const shown = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));
const shownPercent = (score: number | null | undefined): string =>
  shown(score === null || score === undefined ? null : toFour(score * 100));
/** Rounds, because 0.57 × 100 is 56.99999999999999 as a double. */
const toFour = (value: number): number => Number(value.toFixed(4));
const read = (value: string): number | null => (value.trim() === '' ? null : Number(value));
const readPercent = (value: string): number | null => (value.trim() === '' ? null : toFour(Number(value) / 100));

const nameFor = (audience: Lifecycle | Segment | null): string =>
  audience === null ? text.editor.toContact : typeof audience === 'string' ? text.editor.namesOf[audience] : audience.name;

/**
 * @param suggested a webhook URL, and whether the shop seems to have a server that can take it.
 * @param audience the state or the segment of the list that the reader comes from; null: the customers to contact.
 */
export const newForm = (
  { url, hasServer }: { readonly url: string; readonly hasServer: boolean },
  audience: Lifecycle | Segment | null,
): CampaignForm => ({
  name: nameFor(audience),
  channel: hasServer ? 'webhook' : 'download',
  webhook_url: url,
  lifecycle: audience === null ? [...TO_CONTACT] : typeof audience === 'string' ? [audience] : [],
  labels: [],
  others: audience === null || typeof audience === 'string' ? {} : { segment: audience.id },
  min_score: '',
  max_score: '',
  min_monetary: '',
  min_revenue_at_risk: '',
  worth_contacting: false,
  holdout_percent: '10',
  cooldown_days: '14',
  window_days: '',
  contact_within_window: false,
  max_recipients: '',
  include_unsubscribed: false,
  ...NO_ARMS,
  isScheduled: false,
  isTriggered: false,
  trigger: 'overdue',
  ...scheduleFields(null),
});

export const formOf = ({ audience, ...campaign }: CampaignDto): CampaignForm => ({
  name: campaign.name,
  channel: campaign.channel,
  webhook_url: campaign.webhook_url ?? '',
  ...audienceFields(audience),
  holdout_percent: shown(campaign.holdout_percent),
  cooldown_days: shown(campaign.cooldown_days),
  window_days: shown(campaign.window_days),
  contact_within_window: campaign.contact_within_window,
  max_recipients: shown(campaign.max_recipients),
  include_unsubscribed: campaign.include_unsubscribed,
  ...armFormOf(campaign),
  isScheduled: campaign.schedule !== null,
  isTriggered: campaign.trigger !== null,
  trigger: campaign.trigger ?? 'overdue',
  ...scheduleFields(campaign.schedule),
});

const audienceFields = ({
  lifecycle,
  labels,
  min_score,
  max_score,
  min_monetary,
  min_revenue_at_risk,
  worth_contacting,
  ...others
}: CampaignAudienceDto): Omit<
  Choice,
  | 'holdout_percent'
  | 'cooldown_days'
  | 'window_days'
  | 'contact_within_window'
  | 'max_recipients'
  | 'include_unsubscribed'
  | 'arms'
  | 'hoped_effect'
> => ({
  lifecycle: [...(lifecycle ?? [])],
  labels: [...(labels ?? [])],
  min_score: shownPercent(min_score),
  max_score: shownPercent(max_score),
  min_monetary: shown(min_monetary),
  min_revenue_at_risk: shown(min_revenue_at_risk),
  worth_contacting: worth_contacting === true,
  others,
});

function scheduleFields(cron: string | null): Pick<CampaignForm, 'every' | 'time' | 'weekday' | 'monthDay' | 'cron'> {
  const schedule = cron === null ? NEW_SCHEDULE : readSchedule(cron);
  return { ...schedule, weekday: String(schedule.weekday), monthDay: String(schedule.monthDay) };
}

type Choice = z.infer<typeof choiceRule>;

const audienceOf = (form: Choice): CampaignAudienceDto => ({
  ...form.others,
  lifecycle: form.lifecycle.length === 0 ? null : form.lifecycle,
  labels: form.labels.length === 0 ? null : form.labels,
  min_score: readPercent(form.min_score),
  max_score: readPercent(form.max_score),
  min_monetary: read(form.min_monetary),
  min_revenue_at_risk: read(form.min_revenue_at_risk),
  worth_contacting: form.worth_contacting ? true : null,
});

const choiceOf = (form: Choice) => ({
  audience: audienceOf(form),
  holdout_percent: Number(form.holdout_percent),
  cooldown_days: Number(form.cooldown_days),
  window_days: read(form.window_days),
  contact_within_window: form.contact_within_window,
  max_recipients: read(form.max_recipients),
  include_unsubscribed: form.include_unsubscribed,
  ...armsOf(form),
});

/** Returns the body of the API call for a valid form. */
export const bodyOf = (form: CampaignForm): Omit<CreateCampaignDto, 'status'> => ({
  name: form.name,
  channel: form.channel,
  ...(form.channel === 'webhook' && { webhook_url: form.webhook_url }),
  ...choiceOf(form),
  schedule: form.isScheduled ? writeSchedule({ ...form, weekday: Number(form.weekday), monthDay: Number(form.monthDay) }) : null,
  trigger: form.isTriggered && form.channel === 'webhook' ? form.trigger : null,
});

/** @returns the input of a preview; null while the form has errors. */
export function previewInputOf(form: unknown, campaignId: string | null): PreviewAudienceDto | null {
  const { data } = choiceRule.safeParse(form);
  return data === undefined ? null : { campaign_id: campaignId, ...choiceOf(data) };
}
