import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../api/me';
import { billingQuery } from '../../api/queries';
import type { BillingDto } from '../../api/schema';
import { ErrorPanel, Page } from '../../components/page';
import { Alert } from '../../components/ui/alert';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Progress } from '../../components/ui/progress';
import { Skeleton } from '../../components/ui/skeleton';
import { size } from '../../format/size';
import { PlanCards } from './plan-cards';
import { text as t } from './text';

export function BillingPage() {
  const { data, error, refetch } = useQuery(billingQuery);
  return (
    <Page title={t.title} description={t.description}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-64" />}
      {data !== undefined && (
        <div className="grid grid-cols-1 gap-6">
          <Usage usage={data.usage} />
          <Storage storage={data.storage} />
          <PlanCards billing={data} />
        </div>
      )}
    </Page>
  );
}

function Usage({ usage }: { readonly usage: BillingDto['usage'] }) {
  const format = useFormat();
  const lastDay = new Date(new Date(usage.period_end).getTime() - 1).toISOString();
  const used = [
    { name: t.events, hint: t.eventsHint, count: usage.events },
    { name: t.customers, hint: t.customersHint, count: usage.customers },
    { name: t.requests, hint: t.requestsHint, count: usage.requests },
  ];
  return (
    <Card>
      <CardHeader title={t.usage} description={t.period(format.day(usage.period_start), format.day(lastDay))} />
      <CardBody>
        <dl className="grid gap-6 sm:grid-cols-3">
          {used.map(({ name, hint, count }) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd>
                <span className="block text-3xl font-semibold tracking-tight tabular-nums">{format.number(count)}</span>
                <span className="text-[0.8125rem] text-muted">{hint}</span>
              </dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}

function Storage({ storage }: { readonly storage: BillingDto['storage'] }) {
  const parts = [
    { name: t.today, used: storage.day_bytes, limit: storage.day_limit },
    { name: t.inAll, used: storage.total_bytes, limit: storage.total_limit },
  ];
  return (
    <Card>
      <CardHeader title={t.storage} description={t.storageHint} />
      <CardBody className="grid gap-4">
        {storage.nearly_full && <Alert kind="warn">{t.nearlyFull}</Alert>}
        {parts.map(({ name, used, limit }) => (
          <div key={name} className="grid gap-1.5">
            <div className="flex justify-between gap-2 text-sm">
              <span>{name}</span>
              <span className="text-muted tabular-nums">{t.storageOf(size(used, 'MB'), size(limit, 'MB'))}</span>
            </div>
            <Progress label={name} value={Math.min(1, used / limit)} />
          </div>
        ))}
      </CardBody>
    </Card>
  );
}
