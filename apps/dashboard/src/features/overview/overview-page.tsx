import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorPanel, Page } from '../../components/page';
import { Skeleton } from '../../components/ui/skeleton';
import { Choice } from '../../components/ui/tabs';
import { commonText } from '../../text/common';
import { ChangesCard } from './changes-card';
import { DistributionCard } from './distribution-card';
import { GettingStarted } from './getting-started';
import { JobsBanner } from './jobs-banner';
import { analyticsQuery, anyCustomerQuery, PERIODS, type Period } from './queries';
import { text as t } from './text';
import { Tiles } from './tiles';
import { TopCustomers } from './top-customers';
import { TrendCard } from './trend-card';

const route = getRouteApi('/shell/');
/** The default shows recent changes, because readers look for changes first. */
const DEFAULT_PERIOD: Period = '7d';
const PERIOD_OPTIONS = PERIODS.map((value) => ({ value, label: t.period[value] }));

export function OverviewPage() {
  const { period = DEFAULT_PERIOD } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: hasCustomers, error, refetch } = useQuery(anyCustomerQuery);
  const choice = (
    <Choice
      label={t.period.label}
      value={period}
      options={PERIOD_OPTIONS}
      onChange={(next) => void navigate({ search: (before) => ({ ...before, period: next }) })}
    />
  );
  return (
    <Page title={t.title} actions={hasCustomers === true ? choice : undefined}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {hasCustomers === undefined && error === null && <OverviewSkeleton />}
      {hasCustomers === false && (
        <div className="grid gap-4">
          <JobsBanner />
          <GettingStarted />
        </div>
      )}
      {hasCustomers === true && <Analytics period={period} />}
    </Page>
  );
}

function Analytics({ period }: { readonly period: Period }) {
  const { data, error, refetch } = useQuery({ ...analyticsQuery(period), placeholderData: keepPreviousData });
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <OverviewSkeleton />;
  return (
    <div className="grid gap-4 lg:gap-5">
      <JobsBanner />
      <Tiles analytics={data} />
      <div className="grid gap-4 lg:grid-cols-3 lg:gap-5">
        <TrendCard analytics={data} />
        <div className="grid content-start gap-4 lg:gap-5">
          <DistributionCard analytics={data} />
          <ChangesCard analytics={data} />
        </div>
      </div>
      <TopCustomers analytics={data} />
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div className="grid gap-4" aria-busy>
      <span className="sr-only">{commonText.loading}</span>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((name) => (
          <Skeleton key={name} className="h-32" />
        ))}
      </div>
      <Skeleton className="h-80" />
    </div>
  );
}
