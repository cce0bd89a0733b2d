import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../api/me';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { text } from './text';

const t = text.week;

/** Says what changed in seven days. It shows no number that is not known. */
export function WeekCard({ lifecycle }: { readonly lifecycle: LifecycleAnalyticsDto }) {
  const format = useFormat();
  const { began_to_slip: slipped, came_back: back, new: joined, lost } = lifecycle.week;
  const { whole_from: wholeFrom } = lifecycle.week;
  const { returns } = lifecycle;
  const counted = (count: number): string => (count === 0 ? t.nobody : format.number(count));
  const isQuiet = wholeFrom === null && slipped + (back?.customers ?? 0) + (joined ?? 0) + (lost ?? 0) === 0;
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody>
        {isQuiet ? (
          <p className="text-sm text-muted">{t.none}</p>
        ) : (
          <ul className="grid gap-1.5 text-sm">
            <Item count={counted(slipped)}>
              {slipped === 0 ? (
                t.noneSlipped
              ) : (
                <Link to="/customers" search={{ lifecycle: ['slipping'], late: '7d' }} className="hover:text-accent hover:underline">
                  {t.slipped(slipped)}
                </Link>
              )}
            </Item>
            {back !== null && (
              <Item count={counted(back.customers)}>{back.customers === 0 ? t.back : t.backWith(format.money(back.revenue, 'round'))}</Item>
            )}
            {joined !== null && <Item count={counted(joined)}>{joined === 0 ? t.noneJoined : t.joined}</Item>}
            {lost !== null && <Item count={counted(lost)}>{lost === 0 ? t.noneLost : t.lost}</Item>}
          </ul>
        )}
        {returns.status === 'usual' && returns.finds_fall !== null && (
          <p className="mt-3 text-[0.8125rem] text-muted">{text.alarm.usual(format.percent(returns.finds_fall))}</p>
        )}
        {wholeFrom !== null && <p className="mt-3 text-[0.8125rem] text-muted">{t.fresh(format.day(wholeFrom))}</p>}
      </CardBody>
    </Card>
  );
}

const Item = ({ count, children }: { readonly count: string; readonly children: ReactNode }) => (
  <li>
    <span className="font-semibold tabular-nums">{count}</span> {children}
  </li>
);
