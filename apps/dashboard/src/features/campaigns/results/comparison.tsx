import type { ReactNode } from 'react';
import { useFormat } from '../../../api/me';
import { Alert } from '../../../components/ui/alert';
import { terms } from '../../../text/terms';
import { useShopSize } from '../../../shared/slipping/use-shop-size';
import { GroupBar } from './group-bar';
import { IntervalChart } from './interval-chart';
import { powerWords } from './power-words';
import { areTooSmall, type Compared, hasMoney, isOver, type Outcome, outcomeOf, points } from './outcome';
import { text } from '../text';

const t = text.results;

/** The words for the two groups and for the answer. */
export interface ComparisonWords {
  readonly treated: string;
  readonly holdout: string;
  readonly titles: Readonly<Record<Outcome['kind'], string>>;
  /** Says what is missing for an answer. */
  readonly early: string;
  readonly noHoldout: string;
  readonly works: (points: string, low: string, high: string) => string;
  readonly harms: (points: string, low: string, high: string) => string;
  readonly totals: (treated: string, holdout: string) => string;
}

interface Props {
  readonly results: Compared;
  /** Share of the control group as it is set now. */
  readonly percent: number;
  readonly words: ComparisonWords;
  /** Stands right after the answer. */
  readonly children?: ReactNode;
}

/** Says whether contacting customers helps, with the numbers behind it. */
export function Comparison({ results, percent, words, children }: Props) {
  const outcome = outcomeOf(results, percent);
  const effect = effectOf(outcome);
  const shop = useShopSize();
  return (
    <>
      <Alert kind={KINDS[outcome.kind]} title={words.titles[outcome.kind]}>
        {sentenceOf(outcome, words)}
        {isEffectMissing(outcome, results) && ` ${powerWords(results, shop)}`}
      </Alert>
      {children}
      <div className="grid gap-4">
        <GroupBar name={words.treated} group={results.treated} fill="bg-accent" />
        <GroupBar name={words.holdout} hint={terms.controlGroup} group={results.holdout} fill="bg-input" />
      </div>
      {effect !== null && <IntervalChart {...effect} title={isOver(results) ? t.effect : t.effectSoFar} />}
      {hasMoney(results) && <Revenue results={results} totals={words.totals} />}
    </>
  );
}

/** Returns whether the smallest effect that the groups can show is part of the answer. */
function isEffectMissing({ kind }: Outcome, results: Compared): boolean {
  if (results.power === null) return false;
  return kind === 'noDifference' || (kind === 'early' && !areTooSmall(results) && results.power.customers_needed > 0);
}

const KINDS = { works: 'good', harms: 'bad', noDifference: 'note', early: 'note', unmeasurable: 'note' } as const;

function effectOf(outcome: Outcome) {
  switch (outcome.kind) {
    case 'works':
    case 'harms':
      return outcome;
    case 'noDifference':
    case 'early':
      return outcome.effect;
    case 'unmeasurable':
      return null;
  }
}

/** Writes a positive difference without its sign, for a sentence that says "more". */
const more = (share: number): string => points(share).replace(/^\+/, '');

function sentenceOf(outcome: Outcome, words: ComparisonWords): string {
  switch (outcome.kind) {
    case 'works':
      return words.works(more(outcome.uplift), more(outcome.low), more(outcome.high));
    case 'harms':
      return words.harms(more(Math.abs(outcome.uplift)), points(outcome.low), points(outcome.high));
    case 'noDifference':
      return outcome.effect === null ? t.nobodyReturned : t.noDifference(points(outcome.effect.low), points(outcome.effect.high));
    case 'early':
      return words.early;
    case 'unmeasurable':
      return words.noHoldout;
  }
}

function Revenue({ results, totals }: { readonly results: Compared; readonly totals: ComparisonWords['totals'] }) {
  const format = useFormat();
  const { treated, holdout, revenue_uplift: uplift } = results;
  const [low, high] = uplift?.ci95 ?? [];
  const moneyOfAll = (each: number): string => format.money(each * treated.n, 'round');
  return (
    <dl className="grid gap-1 border-t border-line pt-5 text-sm">
      {uplift !== null && low !== undefined && high !== undefined && (
        <>
          <dt className="font-medium">{t.revenueInAll}</dt>
          <dd>{t.inAll(moneyOfAll(uplift.difference), treated.n, moneyOfAll(low), moneyOfAll(high))}</dd>
        </>
      )}
      <dt className="mt-2 font-medium">{t.revenue}</dt>
      {uplift !== null && low !== undefined && high !== undefined && (
        <dd>{t.revenueMore(signed(format.money(uplift.difference), uplift.difference), format.money(low), format.money(high))}</dd>
      )}
      <dd className="text-muted">{totals(format.money(treated.revenue, 'round'), format.money(holdout.revenue, 'round'))}</dd>
    </dl>
  );
}

const signed = (written: string, value: number): string => (value > 0 ? `+${written}` : written);
