import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../../api/me';
import type { ChurnDetailDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { isCounted } from './drawn-days';
import { ordersQuery } from './queries';
import { text } from './text';

const t = text.one.rhythm;
const RhythmChart = lazy(async () => ({ default: (await import('./rhythm-chart')).RhythmChart }));

/** Draws the orders of a customer and the days in which the next one is expected. */
export function RhythmCard({ detail }: { readonly detail: ChurnDetailDto }) {
  const { data, error, refetch } = useInfiniteQuery(ordersQuery(detail.external_id));
  const [now] = useState(() => new Date());
  const orders = data?.pages.flatMap((page) => page.data) ?? [];
  const { currency } = useMe().tenant;
  const foreign = orders.filter((order) => isCounted(order) && order.currency !== currency).length;
  const { usual_gap_days: gap } = detail;
  const hasUnknownDays = data !== undefined && orders.length === 0 && detail.features_extended.orders_total > 0;
  const window = detail.next_order_window;
  const shaded = window === null ? '' : ` ${t.due}`;
  return (
    <Card className="min-w-0">
      <CardHeader title={t.chart} description={hasUnknownDays ? undefined : `${gap === null ? t.noRhythm : t.rhythm(gap)}${shaded}`} />
      <CardBody>
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-56" />}
        {orders.length > 0 && (
          <Suspense fallback={<Skeleton className="h-56" />}>
            <RhythmChart orders={orders} window={window} now={now} />
          </Suspense>
        )}
        {foreign > 0 && <p className="mt-3 text-sm text-muted">{t.foreign(foreign, currency)}</p>}
        {data !== undefined && orders.length === 0 && <p className="text-sm text-muted">{hasUnknownDays ? t.noDays : t.none}</p>}
      </CardBody>
    </Card>
  );
}
