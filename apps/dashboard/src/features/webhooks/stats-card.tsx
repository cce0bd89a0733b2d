import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { DeliveryStatsDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Choice } from '../../components/ui/tabs';
import { Figure } from './figure';
import { type StatsPeriod, webhookStatsQuery } from './queries';
import { text } from './text';

const t = text.stats;
const PERIODS: readonly StatsPeriod[] = ['24h', '7d', '30d'];

export function StatsCard() {
  const [period, setPeriod] = useState<StatsPeriod>('7d');
  const { data, error, refetch } = useQuery(webhookStatsQuery(period));
  return (
    <Card>
      <CardHeader title={t.title} description={t.description}>
        <Choice
          label={t.period}
          value={period}
          options={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
          onChange={setPeriod}
        />
      </CardHeader>
      <CardBody>
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-24" />}
        {data !== undefined && (data.total === 0 ? <p className="text-sm text-muted">{t.none}</p> : <Figures stats={data} />)}
      </CardBody>
    </Card>
  );
}

function Figures({ stats }: { readonly stats: DeliveryStatsDto }) {
  const format = useFormat();
  const { success_rate: rate, success, dead_letter: deadLetters, latency_ms: latency } = stats;
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-3xl font-semibold tracking-tight tabular-nums">{rate === null ? '–' : format.percent(rate, 2)}</p>
        <p className="text-sm text-muted">
          {t.rate}: {t.of(success, format.number(success + deadLetters))}
        </p>
      </div>
      <div className="border-t border-line pt-5">
        <h3 className="mb-3 text-sm font-medium">{t.latency}</h3>
        <dl className="grid grid-cols-3 gap-4 text-sm">
          <Figure name={t.half} value={seconds(latency.p50)} />
          <Figure name={t.most} value={seconds(latency.p95)} />
          <Figure name={t.nearlyAll} value={seconds(latency.p99)} />
        </dl>
      </div>
    </div>
  );
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const A_SECOND = 1000;

/** Formats milliseconds, from one second on as seconds. */
function seconds(ms: number | null): string {
  if (ms === null) return '–';
  return ms < A_SECOND ? `${NUMBER.format(Math.round(ms))} ms` : `${NUMBER.format(ms / A_SECOND)} s`;
}
