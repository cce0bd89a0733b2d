import { useQuery } from '@tanstack/react-query';
import type { AnalyticsDto, LifecycleAnalyticsDto } from '../../api/schema';
import { InfoHint } from '../../components/info-hint';
import { ErrorPanel, Page } from '../../components/page';
import { Skeleton } from '../../components/ui/skeleton';
import { commonText } from '../../text/common';
import { TestCustomerNotice } from '../../shared/test-order/test-customer-notice';
import { testCustomerQuery } from '../../shared/test-order/test-customer-query';
import { terms } from '../../text/terms';
import { AlarmNotice } from './alarm-notice';
import { DistributionCard } from './distribution-card';
import { GettingStarted } from './start/getting-started';
import { JobsBanner } from './jobs-banner';
import { LifecycleCard } from './lifecycle-card';
import { ModelNotice } from './model-notice';
import { lifecycleQuery } from '../../shared/slipping/queries';
import { analyticsQuery, firstCustomersQuery } from './queries';
import { SetupCard } from './setup-card';
import { SlippingCard } from './slipping-card';
import { text as t } from './text';
import { Tiles } from './tiles';
import { WeekCard } from './week-card';

export function OverviewPage() {
  const { data: first, error, refetch } = useQuery(firstCustomersQuery);
  if (first?.hasReal === true) return <FilledOverview />;
  return (
    <Page title={t.title}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {first === undefined && error === null && <OverviewSkeleton />}
      {first !== undefined && (
        <div className="grid gap-4">
          <JobsBanner />
          <GettingStarted />
          <SetupCard hasOrders={false} />
        </div>
      )}
    </Page>
  );
}

function FilledOverview() {
  const lifecycle = useQuery(lifecycleQuery);
  const analytics = useQuery(analyticsQuery);
  const failed = [lifecycle, analytics].find(({ data, error }) => data === undefined && error !== null);
  const isLoaded = lifecycle.data !== undefined && analytics.data !== undefined;
  const days = lifecycle.data?.revenue.horizon_days ?? null;
  const again = (): void => {
    void lifecycle.refetch();
    void analytics.refetch();
  };
  return (
    <Page
      title={t.title}
      actions={
        days === null ? undefined : (
          <p className="inline-flex items-center gap-1 text-sm text-muted">
            {t.days(days)}
            <InfoHint text={terms.horizon} />
          </p>
        )
      }
    >
      {failed !== undefined && <ErrorPanel error={failed.error} onRetry={again} />}
      {!isLoaded && failed === undefined && <OverviewSkeleton />}
      {isLoaded && <Overview lifecycle={lifecycle.data} analytics={analytics.data} />}
    </Page>
  );
}

interface Props {
  readonly lifecycle: LifecycleAnalyticsDto;
  readonly analytics: AnalyticsDto;
}

/** On a phone the customers to contact come before the tiles. */
function Overview({ lifecycle, analytics }: Props) {
  const { data: test } = useQuery(testCustomerQuery);
  return (
    <div className="grid gap-4 lg:gap-5">
      <JobsBanner />
      <AlarmNotice returns={lifecycle.returns} />
      <ModelNotice />
      {test != null && <TestCustomerNotice />}
      <SetupCard hasOrders />
      <Tiles lifecycle={lifecycle} />
      <SlippingCard late={lifecycle.late} lifecycle={lifecycle.lifecycle} revenue={lifecycle.revenue} />
      <div className="grid gap-4 max-sm:order-2 lg:grid-cols-3 lg:gap-5">
        <LifecycleCard lifecycle={lifecycle} />
        <div className="grid content-start gap-4 lg:gap-5">
          <WeekCard lifecycle={lifecycle} />
          <DistributionCard distribution={analytics.distribution} lost={lifecycle.lifecycle.lost} />
        </div>
      </div>
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div className="grid gap-4" aria-busy>
      <span className="sr-only">{commonText.loading}</span>
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((name) => (
          <Skeleton key={name} className="h-32" />
        ))}
      </div>
      <Skeleton className="h-80" />
    </div>
  );
}
