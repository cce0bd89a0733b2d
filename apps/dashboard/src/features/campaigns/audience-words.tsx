import { useQuery } from '@tanstack/react-query';
import { segmentsQuery } from '../../shared/segments/queries';
import { text as segmentText } from '../../shared/segments/text';
import { useFormat } from '../../api/me';
import type { CampaignDto } from '../../api/schema';
import { LifecycleBadge } from '../../components/lifecycle-badge';
import { RiskBadge } from '../../components/risk-badge';
import type { ShopFormat } from '../../format/shop-format';
import { text } from './text';

const t = text.page;

type Audience = CampaignDto['audience'];

/** Shows the conditions of an audience in words. */
export function AudienceWords({ audience }: { readonly audience: Audience }) {
  const format = useFormat();
  const { lifecycle, labels, segment } = audience;
  const { data: segments } = useQuery({ ...segmentsQuery, enabled: isGiven(segment) });
  const named = segments?.find(({ id }) => id === segment)?.name;
  const within = isGiven(segment) && segments !== undefined ? [named === undefined ? segmentText.gone : segmentText.audience(named)] : [];
  const sentences = [...within, ...conditionsOf(audience, format)];
  if (!isGiven(lifecycle) && !isGiven(labels) && sentences.length === 0 && !isGiven(segment)) return t.everybody;
  return (
    <span className="grid justify-items-start gap-1.5">
      {isGiven(lifecycle) && (
        <span className="flex flex-wrap gap-x-4 gap-y-1.5">
          {lifecycle.map((state) => (
            <LifecycleBadge key={state} lifecycle={state} />
          ))}
        </span>
      )}
      {isGiven(labels) && (
        <span className="flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <RiskBadge key={label} label={label} />
          ))}
        </span>
      )}
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </span>
  );
}

function conditionsOf(audience: Audience, format: ShopFormat): readonly string[] {
  const { min_score: min, max_score: max, min_monetary: spent, min_revenue_at_risk: atRisk, entered_since: entered } = audience;
  const day = (value: string): string => dayWords(value, format);
  const range = <Value,>(
    words: (from: string, to: string) => string,
    [from, to]: readonly [Value | null | undefined, Value | null | undefined],
    write: (value: Value) => string,
    open: string,
  ): string | null => (isGiven(from) || isGiven(to) ? words(isGiven(from) ? write(from) : open, isGiven(to) ? write(to) : open) : null);
  return [
    isGiven(min) || isGiven(max) ? t.scoreRange(format.percent(min ?? 0, 2), format.percent(max ?? 1, 2)) : null,
    isGiven(spent) ? t.minMonetary(format.money(spent)) : null,
    isGiven(atRisk) ? t.minRevenueAtRisk(format.money(atRisk)) : null,
    audience.worth_contacting === true ? t.worth : null,
    isGiven(audience.marketing_consent) ? t.consents(audience.marketing_consent.map((consent) => t.consent[consent]).join(', ')) : null,
    isGiven(audience.bought) ? t.bought(audience.bought.join(', ')) : null,
    isGiven(audience.never_bought) ? t.neverBought(audience.never_bought.join(', ')) : null,
    isGiven(entered) ? t.enteredSince(day(entered)) : null,
    range(t.lateSince, [audience.late_since_from, audience.late_since_to], day, t.anyTime),
    range(t.lastOrder, [audience.last_order_from, audience.last_order_to], day, t.anyTime),
    range(t.orders, [audience.orders_min, audience.orders_max], format.number, t.anyNumber),
    range(t.spent, [audience.spend_min, audience.spend_max], (amount) => format.money(amount), t.anyNumber),
  ].filter((sentence) => sentence !== null);
}

/** A day of a condition is a date, or days ago such as `7d`. */
const dayWords = (value: string, format: ShopFormat): string =>
  /^\d+d$/.test(value) ? t.daysAgo(Number.parseInt(value, 10)) : format.utcDate(value);

const isGiven = <T,>(value: T | null | undefined): value is T => value !== null && value !== undefined;
