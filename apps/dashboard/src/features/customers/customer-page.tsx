import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, UserX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFormat, useMe } from '../../api/me';
import { ApiProblem } from '../../api/problem';
import type { ChurnDetailDto } from '../../api/schema';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { RiskBadge } from '../../components/risk-badge';
import { Alert } from '../../components/ui/alert';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { commonText } from '../../text/common';
import { CustomerFacts } from './customer-facts';
import { EraseButton } from './erase-button';
import { OrdersCard } from './orders-card';
import { churnQuery } from './queries';
import { ReasonsCard } from './reasons-card';
import { RecalculateButton } from './recalculate-button';
import { text } from './text';

const t = text.one;
const route = getRouteApi('/shell/customers/$externalId');
const HistoryChart = lazy(async () => ({ default: (await import('./history-chart')).HistoryChart }));

export function CustomerPage() {
  const { externalId } = route.useParams();
  const { data, error, refetch } = useQuery(churnQuery(externalId));
  const isOwner = useMe().user.role === 'owner';
  if (error instanceof ApiProblem && error.status === 404) return <UnknownCustomer externalId={externalId} />;
  const actions = data !== undefined && (
    <>
      <RecalculateButton externalId={externalId} />
      {isOwner && <EraseButton externalId={externalId} />}
    </>
  );
  return (
    <Page title={externalId} above={<Back />} description={data === undefined ? undefined : <Standing detail={data} />} actions={actions}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <CustomerSkeleton />}
      {data !== undefined && <Detail detail={data} />}
    </Page>
  );
}

function Back() {
  return (
    <Link to="/customers" className="-mt-1 mb-3 flex w-fit items-center gap-1.5 text-sm text-muted hover:text-text">
      <ArrowLeft className="size-4" aria-hidden />
      {t.back}
    </Link>
  );
}

function Standing({ detail: { churn, confidence } }: { readonly detail: ChurnDetailDto }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  if (churn === null) return t.noScore;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <RiskBadge label={churn.label} />
      {confidence !== null && <span>{t.confidence[confidence]}</span>}
      <span>{t.calculated(format.relative(churn.calculated_at, now))}</span>
    </p>
  );
}

function Detail({ detail }: { readonly detail: ChurnDetailDto }) {
  return (
    <div className="grid gap-4 lg:gap-5">
      {detail.stale && <Alert kind="warn">{t.stale}</Alert>}
      {detail.warnings.map((warning) => (
        <Alert key={warning}>{warning}</Alert>
      ))}
      <CustomerFacts detail={detail} />
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-5">
        <ReasonsCard reasons={detail.explanation} />
        <Card className="min-w-0">
          <CardHeader title={t.history.title} />
          <CardBody>
            {detail.history.length < 2 ? (
              <p className="flex h-56 items-center justify-center text-sm text-muted">{t.history.short}</p>
            ) : (
              <Suspense fallback={<Skeleton className="h-56" />}>
                <HistoryChart history={detail.history} />
              </Suspense>
            )}
          </CardBody>
        </Card>
      </div>
      <OrdersCard detail={detail} />
    </div>
  );
}

function UnknownCustomer({ externalId }: { readonly externalId: string }) {
  return (
    <Page title={externalId} above={<Back />}>
      <EmptyState Icon={UserX} title={t.unknown.title}>
        {t.unknown.body}
      </EmptyState>
    </Page>
  );
}

function CustomerSkeleton() {
  return (
    <div className="grid gap-4" aria-busy>
      <span className="sr-only">{commonText.loading}</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  );
}
