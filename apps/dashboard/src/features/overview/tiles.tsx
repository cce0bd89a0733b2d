import { useQuery } from '@tanstack/react-query';
import { ArrowDownRight, ArrowUpRight, Info, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../api/me';
import type { AnalyticsDto } from '../../api/schema';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Dialog, DialogTrigger } from '../../components/ui/dialog';
import { Tooltip } from '../../components/ui/tooltip';
import { type Difference, differenceOf } from './difference';
import { ModelDialog } from './model-dialog';
import { modelQuery } from './queries';
import { text } from './text';

const t = text.tiles;

/** The main numbers of the shop, compared with the start of the period. */
export function Tiles({ analytics }: { readonly analytics: AnalyticsDto }) {
  const format = useFormat();
  const { previous_period: before, distribution, period } = analytics;
  const customers = Object.values<number>({ ...distribution }).reduce((sum, count) => sum + count, 0);
  const words = { period, format: (by: number) => format.number(by) };
  const money = { period, format: (by: number) => format.money(by, 'whole') };
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:gap-5 xl:grid-cols-4">
      <Tile
        label={t.atRisk}
        value={format.number(analytics.at_risk_count)}
        aside={t.ofCustomers(format.number(customers))}
        note={<Change difference={differenceOf(analytics.at_risk_count, before?.at_risk_count ?? null)} {...words} />}
      />
      <Tile
        label={t.revenue}
        hint={t.revenueHint}
        value={format.money(analytics.revenue_at_risk, 'whole')}
        note={<Change difference={differenceOf(Number(analytics.revenue_at_risk), numberOf(before?.revenue_at_risk))} {...money} />}
      />
      <Tile
        label={t.average}
        hint={t.averageHint}
        value={format.percent(analytics.avg_score)}
        note={
          <Change
            difference={differenceOf(Math.round(Number(analytics.avg_score) * 100), roundedPercent(before?.avg_score))}
            period={period}
            format={(by) => t.points(by)}
          />
        }
      />
      <QualityTile />
    </div>
  );
}

const numberOf = (decimal: string | undefined): number | null => (decimal === undefined ? null : Number(decimal));
const roundedPercent = (share: string | undefined): number | null => (share === undefined ? null : Math.round(Number(share) * 100));

interface TileProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly aside?: string;
  readonly note: ReactNode;
}

function Tile({ label, hint, value, aside, note }: TileProps) {
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
        {aside !== undefined && <span className="text-sm text-muted">{aside}</span>}
      </p>
      <div className="mt-auto pt-3 text-[0.8125rem]">{note}</div>
    </Card>
  );
}

interface ChangeProps {
  readonly difference: Difference;
  readonly period: AnalyticsDto['period'];
  readonly format: (by: number) => string;
}

/** Shows a change of risk, where less is good news. */
function Change({ difference, period, format }: ChangeProps) {
  const before = text.before[period];
  switch (difference.kind) {
    case 'none':
      return <span className="text-muted">{t.noBefore}</span>;
    case 'same':
      return (
        <span className="flex items-center gap-1 text-muted">
          <Minus className="size-4" aria-hidden /> {t.same}
        </span>
      );
    case 'rise':
      return (
        <span className="flex items-start gap-1 text-danger">
          <ArrowUpRight className="size-4 shrink-0" aria-hidden /> {t.more(format(difference.by))} {before}
        </span>
      );
    case 'fall':
      return (
        <span className="flex items-start gap-1 text-good">
          <ArrowDownRight className="size-4 shrink-0" aria-hidden /> {t.fewer(format(difference.by))} {before}
        </span>
      );
  }
}

function QualityTile() {
  const { data: model } = useQuery(modelQuery);
  const quality = model?.quality ?? null;
  const note =
    model === undefined || quality === null ? (
      <span className="text-muted">{t.qualityNoneHint}</span>
    ) : (
      <Dialog>
        <DialogTrigger asChild>
          <Button look="secondary" size="small" className="-mb-1">
            {t.qualityMore}
          </Button>
        </DialogTrigger>
        <ModelDialog model={model} />
      </Dialog>
    );
  return <Tile label={t.quality} value={quality === null ? t.qualityNone : t[`quality_${quality}`]} note={note} />;
}
