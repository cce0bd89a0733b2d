import { Link } from '@tanstack/react-router';
import { TO_CONTACT } from '../../api/lifecycle';
import { useFormat, useMe } from '../../api/me';
import type { AnalyticsDto, ExpectedSumDto, LifecycleAnalyticsDto } from '../../api/schema';
import { sumsOf, toWinOf } from '../../shared/slipping/worth';
import { terms } from '../../text/terms';
import { QualityTile } from './quality/quality-tile';
import { text } from './text';
import { Tile } from './tile';

const t = text.tiles;

interface Props {
  readonly lifecycle: LifecycleAnalyticsDto;
  readonly analytics: AnalyticsDto;
}

/** Four answers: what comes in, what of it is at risk, how many customers to contact, and whether to believe it. */
export function Tiles({ lifecycle, analytics }: Props) {
  const format = useFormat();
  const { revenue, week, late } = lifecycle;
  const toContact = sumsOf(late, TO_CONTACT).customers;
  const [horizon, ...further] = revenue.sums;
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:order-1 sm:gap-4 lg:gap-5 xl:grid-cols-4">
      <Tile
        label={t.expected}
        hint={t.expectedHint}
        value={horizon === undefined ? '–' : format.money(horizon.expected, 'round')}
        note={horizon === undefined ? t.noMoney : <Outlook horizon={horizon} further={further} />}
      />
      <AtRiskTile sum={horizon} lifecycle={lifecycle} before={analytics.previous_period} />
      <Tile
        label={t.toContact}
        hint={t.toContactHint}
        value={
          <Link to="/customers" search={{ lifecycle: TO_CONTACT }} className="hover:text-accent hover:underline">
            {format.number(toContact)} <span className="text-lg sm:text-xl">{t.customers(toContact)}</span>
          </Link>
        }
        note={<ContactNote late={late} week={week} />}
      />
      <QualityTile />
    </div>
  );
}

/** Says what winning the customers to contact can add, and why they are to contact. */
function ContactNote({ late, week }: Pick<LifecycleAnalyticsDto, 'late' | 'week'>) {
  const format = useFormat();
  const sums = sumsOf(late, TO_CONTACT);
  const { second_order_due: due, slipping } = late;
  const toWin = toWinOf(sums.revenue_if_ordered, sums.expected_revenue);
  return (
    <>
      {toWin > 0 && <span className="block font-medium text-text">{t.toWin(format.money(toWin, 'round'))}</span>}
      {due.customers > 0 && <span className="block">{t.secondDue(due.customers)}</span>}
      <span className="block">
        {slipping.customers > 0 ? t.slipping(slipping.customers, week.began_to_slip) : sums.customers === 0 ? t.noneToContact : null}
      </span>
    </>
  );
}

/** Says how sure the sum of the horizon is, and what is expected later. */
function Outlook({ horizon, further }: { readonly horizon: ExpectedSumDto; readonly further: readonly ExpectedSumDto[] }) {
  const format = useFormat();
  const { tenant } = useMe();
  const { p10, p90, days } = horizon;
  if ([horizon, ...further].every(({ expected }) => Number(expected) === 0))
    return (
      <>
        <span className="block">{t.noAmounts(tenant.currency)}</span>
        <Link to="/settings" className="font-medium text-accent hover:underline">
          {t.changeCurrency}
        </Link>
      </>
    );
  return (
    <>
      <span className="block">
        {p10 === null || p90 === null ? t.days(days) : t.likely(format.money(p10, 'round'), format.money(p90, 'round'))}
      </span>
      {further.map((sum) => (
        <span key={sum.days} className="block">
          {t.later(format.money(sum.expected, 'short'), sum.days)}
        </span>
      ))}
    </>
  );
}

interface AtRiskProps {
  readonly sum: ExpectedSumDto | undefined;
  readonly lifecycle: LifecycleAnalyticsDto;
  /** The totals of a week ago. */
  readonly before: AnalyticsDto['previous_period'];
}

function AtRiskTile({ sum, lifecycle: { week, as_of: asOf }, before }: AtRiskProps) {
  const format = useFormat();
  const atRisk = sum?.at_risk ?? null;
  if (sum === undefined || atRisk === null) return <Tile label={t.atRisk} hint={terms.revenueAtRisk} value="–" note={t.noMoney} />;
  const share = shareOf(atRisk, sum.expected);
  // A week that was calculated afterwards had another model: a difference to it says nothing about the shop.
  const isLive = before !== null && week.whole_from === null;
  const shareBefore = isLive ? shareOf(before.revenue_at_risk, before.expected_revenue) : null;
  const appears = week.whole_from === null ? format.date(weekAfter(asOf)) : format.utcDate(week.whole_from);
  return (
    <Tile
      label={t.atRisk}
      hint={terms.revenueAtRisk}
      value={share === null ? format.money(atRisk, 'round') : format.percent(share)}
      note={
        <>
          <span className="block">{t.part(format.money(atRisk, 'round'), format.money(sum.expected, 'round'))}</span>
          <span className="block">{shareBefore === null ? t.noBefore(appears) : t.before(format.percent(shareBefore))}</span>
        </>
      }
    />
  );
}

/** The amount grows with the shop. Only the share says whether more is at risk. */
const shareOf = (atRisk: string, expected: string): number | null => (Number(expected) > 0 ? Number(atRisk) / Number(expected) : null);

const WEEK_MS = 7 * 86_400_000;
const weekAfter = (instant: string): string => new Date(Date.parse(instant) + WEEK_MS).toISOString();
