import { z } from 'zod';
import type { ChangeWebhookSettingsDto, WebhookSettingsDto } from '../../api/schema';
import { text } from './text';

const t = text.errors;

/** The events that a shop can choose. Campaigns have their own URLs. */
export const SHOP_EVENTS = [
  'customer.churn_score.changed',
  'customer.high_risk.detected',
  'customer.order_overdue',
  'customer.second_order_due',
] as const;

const LEAST_POINTS = 0.01;
const isDelta = (typed: string): boolean => typed.trim() === '' || (Number(typed) >= LEAST_POINTS && Number(typed) <= 100);

export const endpointRule = z.object({
  url: z
    .string()
    .trim()
    .regex(/^$|^https?:\/\/\S+$/, t.url),
  enabled: z.boolean(),
  event_types: z.array(z.enum(SHOP_EVENTS)).min(1, t.events),
  delta: z.string().refine(isDelta, { error: t.delta }),
});

/** Returns the settings as values of the form. */
export type EndpointValues = z.infer<typeof endpointRule>;

/** Rounds, because 0.57 × 100 is 56.99999999999999 as a double. */
const rounded = (value: number): number => Number(value.toFixed(4));

export const valuesOf = ({ url, enabled, event_types: types, score_delta_threshold: delta }: WebhookSettingsDto): EndpointValues => ({
  url: url ?? '',
  enabled,
  event_types: [...types],
  delta: delta === null ? '' : String(rounded(delta * 100)),
});

export const bodyOf = ({ url, enabled, event_types, delta }: EndpointValues): ChangeWebhookSettingsDto => ({
  url: url === '' ? null : url,
  enabled,
  event_types,
  score_delta_threshold: delta.trim() === '' ? null : rounded(Number(delta) / 100),
});
