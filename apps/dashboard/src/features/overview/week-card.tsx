import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../api/me';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { startedThisWeek } from './started-this-week';
import { text } from './text';

const t = text.week;

/** Says in one sentence what changed in seven days. */
export function WeekCard({ lifecycle }: { readonly lifecycle: LifecycleAnalyticsDto }) {
  const format = useFormat();
  const { began_to_slip: slipped, came_back: back, new: joined, lost } = lifecycle.week;
  const isFresh = startedThisWeek(lifecycle);
  const isQuiet = slipped + back.customers + joined + lost === 0;
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody>
        {isQuiet ? (
          <p className="text-sm text-muted">{isFresh ? t.fresh : t.none}</p>
        ) : (
          <ul className="grid gap-1.5 text-sm">
            <Item count={format.number(slipped)}>
              <Link to="/customers" search={{ lifecycle: ['slipping'], late: '7d' }} className="hover:text-accent hover:underline">
                {t.slipped}
              </Link>
            </Item>
            <Item count={format.number(back.customers)}>
              {back.customers === 0 ? t.back : t.backWith(format.money(back.revenue, 'round'))}
            </Item>
            <Item count={format.number(joined)}>{t.joined}</Item>
            <Item count={format.number(lost)}>{t.lost}</Item>
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

const Item = ({ count, children }: { readonly count: string; readonly children: ReactNode }) => (
  <li>
    <span className="font-semibold tabular-nums">{count}</span> {children}
  </li>
);
