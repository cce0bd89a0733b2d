import type { WebhookSettingsDto } from '../../api/schema';

/** How many failures in a row make the service wait between attempts. */
const FAILURES_TO_WAIT = 10;

export type Health = 'unset' | 'unsigned' | 'off' | 'gone' | 'no_success_for_5_days' | 'open' | 'failing' | 'fine' | 'waiting';

/** How the endpoint is: the first thing that has to be put right. */
export function healthOf(settings: WebhookSettingsDto): Health {
  const { url, enabled, disabled_reason: reason, secret_set: isSigned, consecutive_failures: failures } = settings;
  if (url === null) return 'unset';
  if (!enabled) return reason === 'gone' || reason === 'no_success_for_5_days' ? reason : 'off';
  if (!isSigned) return 'unsigned';
  if (failures > 0) return failures >= FAILURES_TO_WAIT ? 'open' : 'failing';
  return settings.last_success_at === null ? 'waiting' : 'fine';
}
