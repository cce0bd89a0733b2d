import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, History, Hourglass, Printer } from 'lucide-react';
import { Fragment, lazy, Suspense } from 'react';
import { useFormat } from '../../api/me';
import type { BacktestDto } from '../../api/schema';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Progress } from '../../components/ui/progress';
import { Skeleton } from '../../components/ui/skeleton';
import { commonText } from '../../text/common';
import { NamedTable } from './named-table';
import { revenueVerdict } from './revenue-verdict';
import { backtestQuery } from './queries';
import { text as t } from './text';
import { Verdict } from './verdict';

const ReliabilityChart = lazy(async () => ({ default: (await import('../../components/reliability-chart')).ReliabilityChart }));

/** Shows the customers that the list would have named three months ago, and which of them came back. */
export function BacktestPage() {
  const { data, error, refetch } = useQuery(backtestQuery);
  return (
    <Page
      title={t.title}
      description={t.description}
      above={
        <Link to="/" className="mb-3 inline-flex items-center gap-1.5 text-sm text-muted hover:text-text print:hidden">
          <ArrowLeft className="size-4" aria-hidden />
          {t.overview}
        </Link>
      }
      actions={
        data?.status === 'ready' && (
          <Button look="secondary" className="print:hidden" onClick={() => window.print()}>
            <Printer aria-hidden />
            {t.print}
          </Button>
        )
      }
    >
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-96" />}
      {data !== undefined && <Answer backtest={data} />}
    </Page>
  );
}

function Answer({ backtest }: { readonly backtest: BacktestDto }) {
  switch (backtest.status) {
    case 'ready':
      return <Ready backtest={backtest} />;
    case 'running':
      return <Running progress={backtest.progress} />;
    case 'not_started':
      return (
        <EmptyState Icon={Hourglass} title={t.notStarted}>
          {t.notStartedHint}
        </EmptyState>
      );
    case 'not_enough_history':
      return (
        <EmptyState Icon={History} title={t.short}>
          {t.shortHint}
        </EmptyState>
      );
  }
}

function Running({ progress: { done, total } }: Pick<BacktestDto, 'progress'>) {
  const format = useFormat();
  return (
    <Card>
      <CardHeader title={t.running} description={total === 0 ? t.runningSoon : t.runningHint(format.number(done), format.number(total))} />
      <CardBody>
        <Progress label={t.running} value={total === 0 ? null : done / total} />
      </CardBody>
    </Card>
  );
}

function Ready({ backtest }: { readonly backtest: BacktestDto }) {
  const format = useFormat();
  const { revenue, horizon_days: days, calibration, data, named, fitted_on: fittedOn } = backtest;
  return (
    <div className="grid gap-4 lg:gap-5 print:block print:space-y-4">
      <Verdict backtest={backtest} />
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-5 print:block print:space-y-4">
        <Card className="min-w-0 print:break-inside-avoid">
          <CardHeader title={t.calibration} description={commonText.reliability.promise} />
          <CardBody>
            <Suspense fallback={<Skeleton className="h-72" />}>
              <ReliabilityChart calibration={calibration} />
            </Suspense>
          </CardBody>
        </Card>
        {revenue !== null && days !== null && (
          <Card className="self-start print:break-inside-avoid">
            <CardHeader title={t.revenueTitle} />
            <CardBody>
              <RevenueSentence revenue={revenue} days={days} />
              <RevenueBars expected={Number(revenue.expected)} actual={Number(revenue.actual)} />
              {fittedOn !== null && <p className="mt-4 text-[0.8125rem] text-muted">{t.basis(format.utcDate(fittedOn))}</p>}
            </CardBody>
          </Card>
        )}
      </div>
      {data.length > 0 && <NamedTable customers={data} all={named?.customers ?? data.length} />}
    </div>
  );
}

/** Says how far the expectation was off, and whether that is within what past weeks of the shop lead to expect. */
function RevenueSentence({ revenue, days }: { readonly revenue: NonNullable<BacktestDto['revenue']>; readonly days: number }) {
  const format = useFormat();
  const { expected, actual, p10, p90 } = revenue;
  const { off, range } = revenueVerdict(revenue);
  return (
    <>
      <p>
        {t.revenue(format.money(expected, 'round'), format.money(actual, 'round'), days)}
        {off !== null && ` ${t.off[off.kind](format.percent(off.by))}`}
      </p>
      {range !== null && p10 !== null && p90 !== null && (
        <p className="mt-2 text-muted">{t.range[range](format.money(p10, 'round'), format.money(p90, 'round'))}</p>
      )}
    </>
  );
}

/** Two bars of one scale. The sentence above says the same. */
function RevenueBars({ expected, actual }: { readonly expected: number; readonly actual: number }) {
  const most = Math.max(expected, actual, 1);
  const bars = [
    { name: t.bars.expected, share: expected / most, look: 'bg-muted/50' },
    { name: t.bars.actual, share: actual / most, look: 'bg-accent' },
  ];
  return (
    <div className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 text-[0.8125rem] text-muted" aria-hidden>
      {bars.map(({ name, share, look }) => (
        <Fragment key={name}>
          <span>{name}</span>
          <div className={`h-3 rounded-full ${look}`} style={{ width: `${share * 100}%` }} />
        </Fragment>
      ))}
    </div>
  );
}
