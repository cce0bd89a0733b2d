import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../api/me';
import type { CampaignDto, CampaignGroupDto, CampaignResultsDto } from '../../../api/schema';
import { ErrorPanel } from '../../../components/page';
import { Alert } from '../../../components/ui/alert';
import { Card, CardBody, CardHeader } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { IntervalChart } from './interval-chart';
import { earlyWords } from './early-words';
import { hasOrders, type Outcome, outcomeOf, points } from './outcome';
import { isUnderWay, resultsQuery } from '../queries';
import { text } from '../text';

const t = text.results;

/** Says whether the campaign works, with the numbers behind it. */
export function Results({ campaign }: { readonly campaign: CampaignDto }) {
  const isSent = campaign.stats.sends > 0;
  const { data, dataUpdatedAt, error, refetch } = useQuery(resultsQuery(campaign));
  const isBeginning = data !== undefined && data.treated.n + data.holdout.n === 0 && isUnderWay(campaign, dataUpdatedAt);
  return (
    <Card>
      <CardHeader title={t.title} description={data?.window_days ? t.window(data.window_days) : undefined} />
      <CardBody className="grid gap-6">
        {!isSent && <p className="text-sm text-muted">{t.notYet}</p>}
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {isSent && data === undefined && error === null && <Skeleton className="h-56" />}
        {data !== undefined &&
          (isBeginning ? <p className="text-sm text-muted">{t.beginning}</p> : <Found results={data} campaign={campaign} />)}
      </CardBody>
    </Card>
  );
}

interface FoundProps {
  readonly results: CampaignResultsDto;
  readonly campaign: CampaignDto;
}

function Found({ results, campaign }: FoundProps) {
  const format = useFormat();
  const outcome = outcomeOf(results, campaign);
  const effect = effectOf(outcome);
  const highest = Math.max(results.treated.rate ?? 0, results.holdout.rate ?? 0);
  return (
    <>
      <Alert kind={KINDS[outcome.kind]} title={t.titles[outcome.kind]}>
        {outcome.kind === 'early' ? earlyWords(results, campaign, format) : sentenceOf(outcome)}
      </Alert>
      <div className="grid gap-4">
        <Group name={t.treated} group={results.treated} highest={highest} fill="bg-accent" />
        <Group name={t.holdout} group={results.holdout} highest={highest} fill="bg-input" />
      </div>
      {effect !== null && <IntervalChart {...effect} />}
      {hasOrders(results) && <Revenue results={results} />}
    </>
  );
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

function sentenceOf(outcome: Exclude<Outcome, { readonly kind: 'early' }>): string {
  switch (outcome.kind) {
    case 'works':
      return t.works(points(outcome.uplift), points(outcome.low), points(outcome.high));
    case 'harms':
      return t.harms(points(Math.abs(outcome.uplift)), points(outcome.low), points(outcome.high));
    case 'noDifference':
      return outcome.effect === null ? t.nobodyReturned : t.noDifference(points(outcome.effect.low), points(outcome.effect.high));
    case 'unmeasurable':
      return t.noHoldout;
  }
}

interface GroupProps {
  readonly name: string;
  readonly group: CampaignGroupDto;
  /** The rate that fills the whole width. */
  readonly highest: number;
  readonly fill: string;
}

function Group({ name, group, highest, fill }: GroupProps) {
  const format = useFormat();
  const width = highest === 0 ? 0 : (100 * (group.rate ?? 0)) / highest;
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{name}</span>
        <span className="text-muted tabular-nums">
          {group.n === 0 ? t.nobody : t.returned(group.returned, group.n)}
          {group.rate !== null && <span className="ml-2 font-medium text-text">{format.percent(group.rate, 1)}</span>}
        </span>
      </div>
      <div className="h-3 overflow-hidden rounded-full bg-subtle" aria-hidden>
        <div className={`h-full rounded-full ${fill}`} style={{ width: `${width}%` }} />
      </div>
    </div>
  );
}

function Revenue({ results }: { readonly results: CampaignResultsDto }) {
  const format = useFormat();
  const { treated, holdout, revenue_uplift: uplift } = results;
  const [low, high] = uplift?.ci95 ?? [];
  return (
    <dl className="grid gap-1 border-t border-line pt-5 text-sm">
      <dt className="font-medium">{t.revenue}</dt>
      {uplift !== null && low !== undefined && high !== undefined && (
        <dd>{t.revenueMore(signed(format.money(uplift.difference), uplift.difference), format.money(low), format.money(high))}</dd>
      )}
      <dd className="text-muted">{t.totals(format.money(treated.revenue), format.money(holdout.revenue))}</dd>
    </dl>
  );
}

const signed = (written: string, value: number): string => (value > 0 ? `+${written}` : written);
