import type { SessionDto } from '../../api/schema';
import type { ShopFormat } from '../../format/shop-format';
import { text } from './text';

/** The lifetime of an access token. A session is seen only when it needs the next one, so it may have been active until then. */
const TOKEN_MS = 3_600_000;

/** Says when a session was active. Only the one that asks is active now for sure. */
export function activityOf(
  { current, last_used_at: seen }: Pick<SessionDto, 'current' | 'last_used_at'>,
  now: Date,
  format: Pick<ShopFormat, 'ago'>,
): string {
  const t = text.sessions;
  if (current) return t.active;
  const lastMs = Date.parse(seen) + TOKEN_MS;
  return lastMs > now.getTime() ? t.activeLastHour : t.seen(format.ago(seen, now));
}
