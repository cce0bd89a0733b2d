import type { WebhookSettingsDto } from '../../api/schema';
import { healthOf } from './health';

const settings = (input: Partial<WebhookSettingsDto>): WebhookSettingsDto => ({
  url: 'https://shop.example.com/hooks', enabled: true, disabled_reason: null, secret_set: true, secret_hint: 'abcd', secret_created_at: null,
  previous_secret_expires_at: null, event_types: ['customer.high_risk.detected'], score_delta_threshold: null, last_success_at: null,
  last_failure_at: null, consecutive_failures: 0, pending_count: 0, dead_letter_count: 0, ...input,
}); // prettier-ignore

describe('healthOf', () => {
  it.each<[string, Partial<WebhookSettingsDto>]>([
    ['unset', { url: null, secret_set: false }],
    ['off', { enabled: false }],
    ['gone', { enabled: false, disabled_reason: 'gone' }],
    ['no_success_for_5_days', { enabled: false, disabled_reason: 'no_success_for_5_days', consecutive_failures: 40 }],
    ['unsigned', { secret_set: false }],
    ['failing', { consecutive_failures: 9, last_success_at: '2026-11-21T00:00:00Z' }],
    ['open', { consecutive_failures: 10 }],
    ['waiting', {}],
    ['fine', { last_success_at: '2026-11-21T00:00:00Z' }],
  ])('answers "%s" for the first problem to solve', (health, input) => {
    expect(healthOf(settings(input))).toBe(health);
  });
});
