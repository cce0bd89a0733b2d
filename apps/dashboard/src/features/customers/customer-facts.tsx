import { useState } from 'react';
import { areToContact } from '../../api/lifecycle';
import { useFormat } from '../../api/me';
import type { ChurnDetailDto } from '../../api/schema';
import { riskFill } from '../../components/risk-badge';
import { CARD } from '../../components/ui/card';
import { winOf } from '../../shared/slipping/worth';
import { hasUnknownLast, nextOrderOf } from './next-order';
import { text } from './text';

const t = text.one;

/** Answers first how likely the next order is and when, then what is at stake. */
export function CustomerFacts({ detail }: { readonly detail: ChurnDetailDto }) {
  const format = useFormat();
  const { features, features_extended: extended } = detail;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:gap-5 xl:grid-cols-4">
      <ChanceFact detail={detail} />
      <NextOrderFact detail={detail} />
      <StakeFact detail={detail} />
      <Fact
        label={t.orders}
        value={format.number(extended.orders_total)}
        note={t.ordersHint(format.money(features.monetary_total, 'round'))}
      />
    </dl>
  );
}

function ChanceFact({ detail: { churn, horizon_days: horizon } }: { readonly detail: ChurnDetailDto }) {
  const format = useFormat();
  if (churn === null || horizon === null) return <Fact label={t.chanceAny} value="–" note={t.noScoreShort} />;
  return (
    <Fact
      label={t.chance(horizon)}
      value={format.scoreRest(churn.score)}
      note={
        <>
          <span className="mb-1.5 block h-1.5 overflow-hidden rounded-full bg-subtle" aria-hidden>
            <span
              className="block h-full rounded-full"
              style={{ width: `${(1 - Number(churn.score)) * 100}%`, background: riskFill(churn.label) }}
            />
          </span>
          {t.scoreHint(format.score(churn.score))}
        </>
      }
    />
  );
}

function NextOrderFact({ detail }: { readonly detail: ChurnDetailDto }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  const next = nextOrderOf(detail, now);
  switch (next.kind) {
    case 'none':
    case 'far':
    case 'no_day':
    case 'unknown':
      return <Fact label={t.expected} value="–" note={t.noNext[next.kind]} />;
    case 'one_day':
      return <Fact label={t.expected} value="–" note={t.oneDay(detail.features_extended.orders_total)} />;
    case 'expected':
      return (
        <Fact
          label={t.expected}
          value={next.from === null ? t.by(format.date(next.to)) : format.dateRange(next.from, next.to)}
          note={next.best === null ? t.latest(format.date(next.to)) : t.best(format.date(next.best))}
        />
      );
    case 'second_due':
      return <Fact label={t.expected} value={<span className="text-risk-medium-text">{t.secondDue}</span>} note={t.secondDueHint} />;
    case 'overdue':
      return (
        <Fact
          label={t.expected}
          value={<span className="text-risk-high-text">{t.overdue(next.days)}</span>}
          note={t.overdueHint(format.daysAgo(next.days, now))}
        />
      );
    case 'lost':
      return (
        <Fact
          label={t.expected}
          value={t.notExpected}
          note={t.lostHint(
            detail.features_extended.days_since_order ?? 0,
            detail.churn === null ? '–' : format.score(detail.churn.score),
            format.daysAgo(next.days, now),
          )}
        />
      );
  }
}

/** Says what is expected; for a customer to contact, what a contact can add. */
function StakeFact({ detail }: { readonly detail: ChurnDetailDto }) {
  const format = useFormat();
  const { churn, expected_revenue: expected, revenue_if_ordered: ifOrdered, horizon_days: horizon } = detail;
  if (churn === null || expected === null || horizon === null) return <Fact label={t.revenueAny} value="–" note={t.noScoreShort} />;
  const money = format.money(expected, 'round');
  if (ifOrdered === null) return <Fact label={t.revenue(horizon)} value={money} note={t.hardlyAny} />;
  const chance = format.scoreRest(churn.score);
  const brings = format.money(ifOrdered, 'round');
  if (detail.lifecycle === null || !areToContact([detail.lifecycle]))
    return <Fact label={t.revenue(horizon)} value={money} note={t.ifTheyOrder(brings, chance)} />;
  if (hasUnknownLast(detail)) return <Fact label={t.toWin(horizon)} value="–" note={t.noNext.no_day} />;
  return <Fact label={t.toWin(horizon)} value={winOf(detail, format)} note={t.expectedAnyway(chance, money, brings)} />;
}

interface FactProps {
  readonly label: string;
  readonly value: React.ReactNode;
  readonly note: React.ReactNode;
}

function Fact({ label, value, note }: FactProps) {
  return (
    <div className={`${CARD} p-4 sm:p-5`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-2 text-xl leading-tight sm:text-[1.75rem] font-semibold tracking-tight tabular-nums">{value}</dd>
      <dd className="mt-2 text-[0.8125rem] text-muted">{note}</dd>
    </div>
  );
}
