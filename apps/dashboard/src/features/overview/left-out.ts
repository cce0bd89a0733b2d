import type { LeftOutDto } from '../../api/schema';
import { text } from './text';

const t = text.slipping.leftOut;

/** Says in words why a campaign may not contact some customers, with the number for each reason. Those without a score are none of its audience. */
export function reasonsOf(leftOut: LeftOutDto): string {
  const {
    cooldown,
    reserved,
    tenant_control: always,
    other_control: other,
    unsubscribed,
    no_consent: refused,
    unscored: _,
    ...rest
  } = leftOut;
  const counts = [
    [cooldown, t.contacted],
    [reserved, t.waiting],
    [always + other, t.control],
    [unsubscribed, t.unsubscribed],
    [refused, t.noConsent],
    [Object.values(rest).reduce((sum, count) => sum + count, 0), t.other],
  ] as const;
  return counts.flatMap(([count, say]) => (count > 0 ? say(count) : [])).join('; ');
}
