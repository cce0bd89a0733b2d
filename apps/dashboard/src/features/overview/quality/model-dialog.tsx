import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useFormat } from '../../../api/me';
import type { ModelDto } from '../../../api/schema';
import { InfoHint } from '../../../components/info-hint';
import { RiskBadge } from '../../../components/risk-badge';
import { DialogContent } from '../../../components/ui/dialog';
import { Skeleton } from '../../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../../components/ui/table';
import { commonText } from '../../../text/common';
import { terms } from '../../../text/terms';
import type { ShopFormat } from '../../../format/shop-format';
import { text } from '../text';
import { whyUnknown } from './unknown-quality';

const t = text.model;
const ReliabilityChart = lazy(async () => ({ default: (await import('../../../components/reliability-chart')).ReliabilityChart }));

/** Differences that a reader sees in the chart. */
const SEEN = 0.05;

/** Says where the scores are off by most, or why points off the line mean nothing; null where none is. */
function missNote({ largest_miss: missed, calibration }: ModelDto, { percent }: Pick<ShopFormat, 'percent'>): string | null {
  if (missed !== null) return text.tiles.missed(percent(missed.predicted), percent(missed.observed));
  const isOff = calibration.some(({ predicted, observed }) => Math.abs((predicted ?? 0) - (observed ?? 0)) >= SEEN);
  return isOff ? t.chance : null;
}

/** Explains the rating of the scores with the numbers behind it. */
export function ModelDialog({ model }: { readonly model: ModelDto }) {
  const format = useFormat();
  const days = model.horizon_days ?? 0;
  const basis = model.basis === 'matured' ? t.matured(format.number(model.n), days) : t.backtest(format.number(model.n), days);
  const baseline = model.baseline.recency_only_auc;
  const note = missNote(model, format);
  return (
    <DialogContent title={t.title} description={basis} className="max-w-2xl">
      <p className="mt-4 text-sm">
        {commonText.reliability.promise} <InfoHint text={terms.calibration} />
      </p>
      <Suspense fallback={<Skeleton className="mt-4 h-72" />}>
        <ReliabilityChart calibration={model.calibration} />
      </Suspense>
      {note !== null && <p className="mt-3 text-sm text-muted">{note}</p>}
      <Table className="mt-4 max-sm:[&_td]:px-1! max-sm:[&_th]:px-1!">
        <thead>
          <tr>
            <Th>
              <span className="sr-only">{t.risk}</span>
            </Th>
            <Th className="text-right">{t.promised}</Th>
            <Th className="text-right">{t.happened}</Th>
            <Th className="text-right">{t.customers}</Th>
          </tr>
        </thead>
        <tbody>
          {model.bands.map(({ label, promised, observed, n }) => (
            <Tr key={label}>
              <Td>
                <RiskBadge label={label} />
              </Td>
              <Td className="text-right tabular-nums">{promised === null ? '–' : format.score(promised)}</Td>
              <Td className="text-right tabular-nums">{observed === null ? '–' : format.percent(observed)}</Td>
              <Td className="text-right tabular-nums">{format.number(n)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {model.auc !== null && baseline !== null && (
        <p className="mt-4 text-sm text-muted">{t.rank(format.percent(model.auc), format.percent(baseline))}</p>
      )}
      <BacktestLink />
    </DialogContent>
  );
}

interface UnknownProps {
  readonly model: ModelDto;
  readonly hasBacktest: boolean;
}

/** Says why the rating of the scores is not known. */
export function UnknownDialog({ model, hasBacktest }: UnknownProps) {
  return (
    <DialogContent title={t.title}>
      {whyUnknown(model).long.map((paragraph) => (
        <p key={paragraph} className="mt-3 text-sm">
          {paragraph}
        </p>
      ))}
      {hasBacktest && <BacktestLink />}
    </DialogContent>
  );
}

const BacktestLink = () => (
  <p className="mt-4 text-sm">
    <Link to="/backtest" className="font-medium text-accent hover:underline">
      {t.backtestLink}
    </Link>
  </p>
);
