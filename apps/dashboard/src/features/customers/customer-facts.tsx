import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { ChurnDetailDto } from '../../api/schema';
import { riskFill } from '../../components/risk-badge';
import { CARD } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { daysUntil } from './days-until';
import { customerQuery } from './queries';
import { text } from './text';

const t = text.one;

/** Shows the most important numbers of a customer. */
export function CustomerFacts({ detail }: { readonly detail: ChurnDetailDto }) {
  const format = useFormat();
  const { data: customer } = useQuery(customerQuery(detail.external_id));
  const { churn, horizon_days: horizon, features_extended: features } = detail;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:gap-5 xl:grid-cols-4">
      <Fact
        label={t.score}
        value={churn === null ? '–' : format.score(churn.score)}
        note={
          churn === null || horizon === null ? null : (
            <>
              <span className="mb-1.5 block h-1.5 overflow-hidden rounded-full bg-subtle" aria-hidden>
                <span
                  className="block h-full rounded-full"
                  style={{ width: `${Number(churn.score) * 100}%`, background: riskFill(churn.label) }}
                />
              </span>
              {t.scoreHint(horizon)}
            </>
          )
        }
      />
      <Fact label={t.revenue} value={customer === undefined ? null : format.money(customer.revenue_at_risk)} note={t.revenueHint} />
      <ExpectedFact expectedAt={features.expected_next_order_at} />
      <Fact
        label={t.orders}
        value={format.number(features.orders_total)}
        note={t.ordersHint(format.money(detail.features.monetary_total))}
      />
    </dl>
  );
}

function ExpectedFact({ expectedAt }: { readonly expectedAt: string | null }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  if (expectedAt === null) return <Fact label={t.expected} value="–" note={t.expectedNone} />;
  const days = daysUntil(expectedAt, now);
  const note =
    days < 0 ? <span className="font-medium text-risk-high-text">{t.overdue(-days)}</span> : days === 0 ? t.today : t.inDays(days);
  return <Fact label={t.expected} value={format.date(expectedAt)} note={note} />;
}

interface FactProps {
  readonly label: string;
  /** null while it is loading. */
  readonly value: string | null;
  readonly note: React.ReactNode;
}

function Fact({ label, value, note }: FactProps) {
  return (
    <div className={`${CARD} p-4 sm:p-5`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-2 text-xl leading-tight sm:text-[1.75rem] font-semibold tracking-tight tabular-nums">
        {value ?? <Skeleton className="h-8 w-32" />}
      </dd>
      <dd className="mt-2 text-[0.8125rem] text-muted">{note}</dd>
    </div>
  );
}
