import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, LoaderCircle } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { type Lifecycle, LIFECYCLES } from '../../api/lifecycle';
import { useFormat } from '../../api/me';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import { LifecycleBadge } from '../../components/lifecycle-badge';
import { InfoHint } from '../../components/info-hint';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { terms } from '../../text/terms';
import { areWeeksUnderWay } from './past-weeks';
import { pastWeeksQuery } from './queries';
import { text } from './text';

const t = text.lifecycle;
const LifecycleChart = lazy(async () => ({ default: (await import('./lifecycle-chart')).LifecycleChart }));

/** A curve needs two days. */
const FEWEST_DAYS = 2;

/** Shows how many customers are new, active, slipping away and lost, now and over time. */
export function LifecycleCard({ lifecycle: { lifecycle, trend } }: { readonly lifecycle: LifecycleAnalyticsDto }) {
  const { data: past } = useQuery(pastWeeksQuery);
  return (
    <Card className="min-w-0 lg:col-span-2">
      <CardHeader
        title={
          <span className="flex items-center gap-1.5">
            {t.title}
            <InfoHint text={terms.lifecycle} />
          </span>
        }
      />
      <CardBody>
        <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
          {LIFECYCLES.map((state) => (
            <State key={state} state={state} count={lifecycle[state]} />
          ))}
        </ul>
        {areWeeksUnderWay(past) && (
          <p role="status" className="mb-4 flex items-center gap-2.5 text-sm text-muted">
            <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
            {past.total === 0 ? t.calculatingSoon : t.calculating(past.done, past.total)}
          </p>
        )}
        {trend.length < FEWEST_DAYS ? (
          <p className="flex flex-col items-center gap-3 py-6 text-center text-sm text-muted">
            <CalendarClock className="size-6" aria-hidden />
            {t.short}
          </p>
        ) : (
          <Suspense fallback={<Skeleton className="h-72 lg:h-88" />}>
            <LifecycleChart days={trend} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  );
}

function State({ state, count }: { readonly state: Lifecycle; readonly count: number }) {
  const format = useFormat();
  return (
    <li>
      <Link to="/customers" search={{ lifecycle: [state] }} className="flex items-baseline gap-2 hover:underline">
        <span className="font-semibold tabular-nums">{format.number(count)}</span>
        <LifecycleBadge lifecycle={state} />
      </Link>
    </li>
  );
}
