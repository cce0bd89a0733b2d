import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AnalyticsDto } from '../../api/schema';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Choice } from '../../components/ui/tabs';
import { text } from './text';
import type { Shown } from './trend-chart';

const t = text.trend;
const TrendChart = lazy(async () => ({ default: (await import('./trend-chart')).TrendChart }));

const OPTIONS = [
  { value: 'customers', label: t.customers },
  { value: 'revenue', label: t.revenue },
] as const;
/** A curve needs two days. */
const FEWEST_DAYS = 2;

export function TrendCard({ analytics }: { readonly analytics: AnalyticsDto }) {
  const [shown, setShown] = useState<Shown>('customers');
  return (
    <Card className="flex min-w-0 flex-col lg:col-span-2">
      <CardHeader title={t.title}>
        <Choice<Shown> label={t.shown} value={shown} options={OPTIONS} onChange={setShown} />
      </CardHeader>
      <CardBody className="flex flex-1 flex-col justify-center">
        {analytics.trends.length < FEWEST_DAYS ? (
          <p className="flex h-72 flex-col items-center justify-center gap-3 text-center text-sm text-muted">
            <CalendarClock className="size-6" aria-hidden />
            {t.short}
          </p>
        ) : (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <TrendChart days={analytics.trends} shown={shown} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  );
}
