import type { WebhookSettingsDto } from '../../api/schema';

/** After this many failures in a row the service pauses between attempts. */
const FAILURES_TO_WAIT = 10;

export type Health = 'unset' | 'unsigned' | 'off' | 'gone' | 'no_success_for_5_days' | 'operator' | 'open' | 'failing' | 'fine' | 'waiting';

/** Returns the first problem of the endpoint that the shop has to solve, or that all is well. */
export function healthOf(settings: WebhookSettingsDto): Health {
  const { url, enabled, disabled_reason: reason, secret_set: isSigned, consecutive_failures: failures } = settings;
  if (url === null) return 'unset';
  if (!enabled) return reason === 'gone' || reason === 'no_success_for_5_days' || reason === 'operator' ? reason : 'off';
  if (!isSigned) return 'unsigned';
  if (failures > 0) return failures >= FAILURES_TO_WAIT ? 'open' : 'failing';
  return settings.last_success_at === null ? 'waiting' : 'fine';
}
