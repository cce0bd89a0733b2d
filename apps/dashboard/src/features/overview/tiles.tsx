import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../api/me';
import type { AnalyticsDto, ExpectedSumDto, LifecycleAnalyticsDto, ModelDto } from '../../api/schema';
import { Card } from '../../components/ui/card';
import { Dialog, DialogTrigger } from '../../components/ui/dialog';
import { Skeleton } from '../../components/ui/skeleton';
import { Tooltip } from '../../components/ui/tooltip';
import { differenceOf } from './difference';
import { ModelDialog } from './model-dialog';
import { modelQuery } from './queries';
import { startedThisWeek } from './started-this-week';
import { text } from './text';

const t = text.tiles;

interface Props {
  readonly lifecycle: LifecycleAnalyticsDto;
  readonly analytics: AnalyticsDto;
}

/** Four answers: what comes in, what of it is at risk, how many customers are slipping away, and whether to believe it. */
export function Tiles({ lifecycle, analytics }: Props) {
  const format = useFormat();
  const { revenue, week } = lifecycle;
  const [horizon, ...further] = revenue.sums;
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:gap-5 xl:grid-cols-4">
      <Tile
        label={t.expected}
        hint={t.expectedHint}
        value={horizon === undefined ? '–' : format.money(horizon.expected, 'round')}
        note={horizon === undefined ? t.noMoney : <Outlook horizon={horizon} further={further} />}
      />
      <AtRiskTile sum={horizon} analytics={analytics} />
      <Tile
        label={t.slipping}
        hint={t.slippingHint}
        value={
          <Link to="/customers" search={{ lifecycle: ['slipping'] }} className="hover:text-accent hover:underline">
            {t.customers(lifecycle.lifecycle.slipping)}
          </Link>
        }
        note={
          week.began_to_slip > 0 ? t.thisWeek(format.number(week.began_to_slip)) : startedThisWeek(lifecycle) ? t.fromNowOn : t.noneThisWeek
        }
      />
      <QualityTile />
    </div>
  );
}

/** Says how sure the sum of the horizon is, and what is expected later. */
function Outlook({ horizon, further }: { readonly horizon: ExpectedSumDto; readonly further: readonly ExpectedSumDto[] }) {
  const format = useFormat();
  const { p10, p90, days } = horizon;
  return (
    <>
      <span className="block">
        {p10 === null || p90 === null ? t.days(days) : t.likely(format.money(p10, 'round'), format.money(p90, 'round'))}
      </span>
      {further.length > 0 && (
        <span className="block">{further.map((sum) => t.later(format.money(sum.expected, 'short'), sum.days)).join(' · ')}</span>
      )}
    </>
  );
}

function AtRiskTile({ sum, analytics }: { readonly sum: ExpectedSumDto | undefined; readonly analytics: AnalyticsDto }) {
  const format = useFormat();
  const atRisk = sum?.at_risk ?? null;
  if (sum === undefined || atRisk === null) return <Tile label={t.atRisk} hint={t.atRiskHint} value="–" note={t.noMoney} />;
  const expected = Number(sum.expected);
  return (
    <Tile
      label={t.atRisk}
      hint={t.atRiskHint}
      value={format.money(atRisk, 'round')}
      aside={expected > 0 ? format.percent(Number(atRisk) / expected) : ''}
      note={<SinceLastWeek analytics={analytics} />}
    />
  );
}

function SinceLastWeek({ analytics: { previous_period: before, revenue_at_risk: now } }: { readonly analytics: AnalyticsDto }) {
  const format = useFormat();
  const difference = differenceOf(Math.round(Number(now)), before === null ? null : Math.round(Number(before.revenue_at_risk)));
  switch (difference.kind) {
    case 'none':
      return t.noBefore;
    case 'same':
      return t.same;
    case 'rise':
      return <span className="text-danger">{t.more(format.money(difference.by, 'whole'))}</span>;
    case 'fall':
      return <span className="text-good">{t.fewer(format.money(difference.by, 'whole'))}</span>;
  }
}

interface TileProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: ReactNode;
  readonly aside?: string;
  readonly note: ReactNode;
}

function Tile({ label, hint, value, aside = '', note }: TileProps) {
  return (
    <Card className="flex flex-col p-4 sm:p-5">
      <div className="flex items-center gap-1.5 text-sm text-muted">
        <h2>{label}</h2>
        {hint !== undefined && (
          <Tooltip text={hint}>
            <button type="button" aria-label={hint} className="rounded p-1 hover:text-text">
              <Info className="size-3.5" aria-hidden />
            </button>
          </Tooltip>
        )}
      </div>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl leading-tight sm:text-[1.75rem] font-semibold tracking-tight tabular-nums">{value}</span>
        {aside !== '' && <span className="text-sm text-muted">{aside}</span>}
      </p>
      <div className="mt-auto pt-3 text-[0.8125rem] text-muted">{note}</div>
    </Card>
  );
}

function QualityTile() {
  const format = useFormat();
  const { data: model } = useQuery(modelQuery);
  if (model === undefined) return <Tile label={t.quality} value={<Skeleton className="h-8 w-32" />} note={null} />;
  const { quality } = model;
  if (quality === null) return <Tile label={t.quality} value={t.qualityNone} note={t.qualityNoneHint} />;
  const said = predictedRate(model);
  return (
    <Tile
      label={t.quality}
      value={t[`quality_${quality}`]}
      note={
        <>
          {said !== null && model.base_rate !== null && `${t.saidHappened(format.percent(said), format.percent(model.base_rate))} `}
          <Dialog>
            <DialogTrigger className="font-medium text-accent hover:underline">{t.qualityMore}</DialogTrigger>
            <ModelDialog model={model} />
          </Dialog>
          {' · '}
          <Link to="/backtest" className="font-medium text-accent hover:underline">
            {t.backtest}
          </Link>
        </>
      }
    />
  );
}

/** Returns the share of customers that the checked scores said would not order; null without a measurement. */
function predictedRate({ bands }: ModelDto): number | null {
  const known = bands.filter(({ promised }) => promised !== null);
  const all = known.reduce((sum, { n }) => sum + n, 0);
  return all === 0 ? null : known.reduce((sum, { promised, n }) => sum + (promised ?? 0) * n, 0) / all;
}
