import { useFormat } from '../../api/me';
import type { BacktestDto } from '../../api/schema';
import { Card, CardBody } from '../../components/ui/card';
import { outcomeSentence } from './outcome-sentence';
import { text as t } from './text';

/** The answer in one sentence, with two numbers and what they do not prove. */
export function Verdict({ backtest }: { readonly backtest: BacktestDto }) {
  const format = useFormat();
  const { origin, horizon_days: days, named, came_back: back, stayed_away: stayed } = backtest;
  if (origin === null || days === null || named === null || back === null || stayed === null) return null;
  const day = format.utcDate(origin);
  if (named.customers === 0) return <Sentence>{t.nobody(day)}</Sentence>;
  return (
    <Card>
      <CardBody>
        <p className="max-w-3xl text-lg leading-relaxed font-medium">
          {t.named(day, named.customers)}{' '}
          {outcomeSentence({
            stayed: stayed.customers,
            back: back.customers,
            days,
            money: format.money(back.revenue, 'round'),
            number: format.number,
          })}
        </p>
        {named.mean_score !== null && (
          <p className="mt-2 max-w-3xl">
            {t.risk(named.customers, format.score(named.mean_score), format.percent(stayed.customers / named.customers))}
          </p>
        )}
        <div className="mt-5 flex h-3 gap-0.5 overflow-hidden rounded-full" aria-hidden>
          <div className="bg-risk-high" style={{ flexGrow: stayed.customers }} />
          <div className="bg-good" style={{ flexGrow: back.customers }} />
        </div>
        <dl className="mt-4 grid gap-4 sm:grid-cols-2">
          <Figure
            name={t.groups.stayed}
            count={`${format.number(stayed.customers)} (${format.percent(stayed.customers / named.customers)})`}
            note={t.expected(format.money(stayed.expected_revenue, 'round'))}
          />
          <Figure
            name={t.groups.back}
            count={`${format.number(back.customers)} (${format.percent(back.customers / named.customers)})`}
            note={t.spent(format.money(back.revenue, 'round'))}
          />
        </dl>
        <p className="mt-5 max-w-3xl border-t border-line pt-4 text-sm text-muted">{t.honest}</p>
      </CardBody>
    </Card>
  );
}

const Sentence = ({ children }: { readonly children: string }) => (
  <Card>
    <CardBody>
      <p className="text-lg font-medium">{children}</p>
    </CardBody>
  </Card>
);

const Figure = ({ name, count, note }: { readonly name: string; readonly count: string; readonly note: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd>
      <span className="block text-2xl font-semibold tracking-tight tabular-nums">{count}</span>
      <span className="text-[0.8125rem] text-muted">{note}</span>
    </dd>
  </div>
);
